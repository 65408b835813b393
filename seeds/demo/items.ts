/** Builds the spare parts that a site stocks, and the materials they fit. */
import { day, minute } from './calendar.ts';
import { parts } from './catalogue/parts.ts';
import type { Item, Material, Site } from './model.ts';
import { administrator } from './people.ts';
import { createRandom } from './random.ts';
import type { CompanyFinder } from './shifts.ts';

const shelves = ['A', 'B', 'C', 'D', 'E', 'F'];

export function buildItems(site: Site, materials: readonly Material[], findCompany: CompanyFinder): Item[] {
  const random = createRandom(`items of ${site.plan.name}`);
  const kept = parts.filter(
    ({ reference }) => !site.plan.keepsNo.some((start) => reference.startsWith(start)),
  );
  return kept.flatMap((part, index) => {
    const fitting = materials.filter(({ kind, retiredAt }) => part.fits.includes(kind) && retiredAt === null);
    const fits = random.some(fitting, 0.85);
    const critical = Math.round(part.delivery * 0.15);
    const warning = Math.max(1, Math.round(part.delivery * 0.4));
    const watched = random.next();
    if (fits.length === 0) return [];
    const createdAt = site.createdAt + 4 * day + index * 7 * minute;
    return [
      {
        id: 0,
        author: administrator,
        createdAt,
        updatedAt: createdAt,
        site,
        part,
        supplier: findCompany(part.supplier),
        description: random.chance(0.3) ? `Shelf ${random.pick(shelves)}${random.int(1, 40)}.` : null,
        fits,
        warningStock: watched < 0.1 ? null : warning,
        criticalStock: watched < 0.16 || critical === 0 ? null : critical,
        price: Math.round(part.price * 100),
        stock: 0,
      },
    ];
  });
}
