/** Computed values: answers of reports and actions. */

import type { Field } from '../service/metadata.ts';
import { Shown } from './value.tsx';

interface FiguresProps {
  readonly fields: readonly Field[];
  readonly values: Readonly<Record<string, unknown>>;
}

export function Figures({ fields, values }: FiguresProps) {
  return (
    <dl class="figures">
      {fields.map((field) => (
        <div key={field.name}>
          <dt title={field.formula}>{field.label}</dt>
          <dd>
            <Shown field={field} row={{ ...values, id: 0 }} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
