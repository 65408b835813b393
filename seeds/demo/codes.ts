/** The failure codes of the demo's failures, by the failures' names. */
import type { Incident } from './model.ts';
import { createRandom } from './random.ts';

/** The row id of a mode, a mechanism or a cause (`mode BRD`). */
export type CodeIds = ReadonlyMap<string, number>;

/** A part of a name → mode, mechanism and cause. */
const signs: readonly (readonly [RegExp, string, string, string])[] = [
  [/leak|drip/i, 'ELU', '1.1', '3.4'],
  [/vibrat|shak/i, 'VIB', '1.2', '2.2'],
  [/hot|heat|temperature|warm/i, 'OHE', '2.7', '3.3'],
  [/start/i, 'FTS', '4.2', '3.3'],
  [/noise|squeal|rattl|grind/i, 'NOI', '2.4', '3.4'],
  [/block|jam|clog|stuck/i, 'PLU', '5.1', '3.2'],
  [/trip|stops|stopped/i, 'UST', '4.4', '5.1'],
  [/sensor|reading|signal|display|scale/i, 'AIR', '3.3', '3.3'],
  [/low|weak|slow|pressure/i, 'LOO', '2.4', '3.4'],
];
const usual = ['BRD', '2.5', '3.4'] as const;
const found = ['operator', 'operator', 'operator', 'inspection', 'monitoring', 'demand'] as const;

/** Returns codes for failures, in the order of rows; some have no cause, a few no code at all. */
export function namerOf(codes: CodeIds): (incident: Incident) => Readonly<Record<string, unknown>> {
  const random = createRandom('codes');
  return ({ name, severity }) => {
    const [bare, causeless] = [random.chance(0.06), random.chance(0.2)];
    const detection = random.pick(found);
    const is_failure = severity !== 'low';
    if (!is_failure || bare) return { is_failure, detection };
    const [, ...sign] = signs.find(([says]) => says.test(name)) ?? [null, ...usual];
    const [mode, mechanism, cause] = sign;
    return {
      ...{ is_failure, detection },
      failure_mode_id: codes.get(`mode ${mode}`) ?? null,
      failure_mechanism_id: codes.get(`mechanism ${mechanism}`) ?? null,
      failure_cause_id: causeless ? null : (codes.get(`cause ${cause}`) ?? null),
    };
  };
}
