/** Equipment classes by kind, and the hierarchy of equipment: lines, their machines, and motors and drives on these. */
import { day, dayOf, hour, minute } from './calendar.ts';
import { climate } from './catalogue/climate.ts';
import { electrical } from './catalogue/electrical.ts';
import type { Equipment } from './catalogue/equipment.ts';
import { handling } from './catalogue/handling.ts';
import { machining } from './catalogue/machining.ts';
import { packaging } from './catalogue/packaging.ts';
import { utilities } from './catalogue/utilities.ts';
import type { Material, Zone } from './model.ts';
import { administrator } from './people.ts';
import { amountOf, type Lists, materialRow, type Row, stamps } from './rows.ts';
import type { World } from './world.ts';

const groups: readonly (readonly [string, Readonly<Record<string, Equipment>>])[] = [
  ['Energy and fluids', utilities],
  ['Heating and cooling', climate],
  ['Process and packaging', packaging],
  ['Production machines', machining],
  ['Handling', handling],
  ['Electrical equipment', electrical],
];

/** Parents first; a parent is identified by its number. */
const classes: readonly { readonly name: string; readonly code: string | null; readonly parent?: number }[] =
  [
    { name: 'Line', code: 'LINE' },
    ...groups.map(([name]) => ({ name, code: null })),
    ...groups.flatMap(([, kinds], index) =>
      Object.values(kinds).map(({ label, tag }) => ({ name: label, code: tag, parent: index + 2 })),
    ),
  ];

const classOf = (label: string): number => classes.findIndex(({ name }) => name === label) + 1;

/** The classes and the materials. */
export function equipmentRowsOf(world: World): Lists {
  return [
    ['equipment-classes', classRowsOf(world)],
    ['materials', treeRowsOf(world)],
  ];
}

function classRowsOf({ start }: World): Row[] {
  return classes.map(({ name, code, parent = null }, index) => ({
    ...stamps({ id: index + 1, author: administrator, createdAt: start + 3 * hour + index * minute }),
    ...{ name, code, parent_id: parent },
  }));
}

/** The minimum number of machines of a line. */
const fewest = 6;

/** Lines, then their machines, then the parts of machines. */
function treeRowsOf({ zones, materials }: World): Row[] {
  const lines = new Map<Zone, Row>();
  const machines: Row[] = [];
  const parts: Row[] = [];
  for (const zone of zones) {
    const standing = materials.filter((material) => material.zone === zone);
    const line = standing.length < fewest ? null : lineRow(zone, standing, materials.length + lines.size + 1);
    if (line) lines.set(zone, line);
    const carriers = standing.filter(({ kind }) => kind === 'conveyor' || kind === 'pump');
    for (const [index, material] of standing.entries()) {
      const isPart = material.kind === 'motor' || material.kind === 'drive';
      const machine = isPart ? carriers[index % carriers.length] : undefined;
      (machine ? parts : machines).push({
        ...materialRow(material),
        parent_id: machine?.id ?? line?.id ?? null,
        equipment_class_id: classOf(material.equipment.label),
        replacement_value: amountOf(replacementOf(material)),
      });
    }
  }
  return [...lines.values(), ...machines, ...parts];
}

/** A line has no price of its own: its machines have. */
function lineRow(zone: Zone, standing: readonly Material[], id: number): Row {
  const since = Math.min(...standing.map(({ inServiceSince }) => inServiceSince));
  return {
    ...stamps({ id, author: administrator, createdAt: zone.createdAt + day }),
    site_id: zone.site.id,
    name: zone.name,
    zone_id: zone.id,
    equipment_class_id: classOf('Line'),
    ...{ status: 'operational', criticality: 'critical', in_service_date: dayOf(since) },
  };
}

/** The present replacement value, rounded to a hundred euros; unknown without a purchase price. */
function replacementOf({ id, purchasePrice }: Material): number | null {
  if (purchasePrice === null || id % 5 === 0) return null;
  return Math.round((purchasePrice * (120 + (id % 7) * 5)) / 1_000_000) * 10_000;
}
