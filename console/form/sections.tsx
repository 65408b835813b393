/** The controls of a form, in the sections of its view. */
import { hasParts } from '../kinds/kinds.tsx';
import { Shown } from '../kinds/value.tsx';
import type { Row } from '../service/metadata.ts';
import { isEmpty } from '../service/metadata.ts';
import { w } from '../words/words.ts';
import { Control } from './controls/control.tsx';
import { SeveralInput } from './controls/several-input.tsx';
import type { FormState } from './use-form.ts';
import { allowedValues, boundsOf, isNeeded, unitOf } from './values/dependence.ts';
import { messagesOf, partMessagesOf } from './values/errors.ts';
import { isClosed, type Section, sectionsOf } from './values/sections.ts';
import type { Values } from './values/values.ts';

interface SectionsProps {
  readonly formId: string;
  readonly form: FormState;
}

export function Sections({ formId, form }: SectionsProps) {
  const sections = sectionsOf(form.resource, form.shown);
  return sections.map((section) => {
    const grid = (
      <div class="grid">
        {section.fields.map((field) => {
          const { resource, row, all, values, picked, problem, several } = form;
          const label = unitOf(resource, field, all, picked);
          // The label is that of one: 3 months, not 3 Month.
          const unit = field.interval
            ? w.value.counted(Number(values[field.name]), label.toLowerCase())
            : label;
          if (field.name === several?.of.name && several.amount) {
            return (
              <SeveralInput
                key={field.name}
                id={`${formId}.${field.name}`}
                form={form}
                several={{ ...several, amount: several.amount }}
                messages={messagesOf(problem.errors, field)}
              />
            );
          }
          return (
            <Control
              key={field.name}
              id={`${formId}.${field.name}`}
              field={field}
              value={values[field.name]}
              required={isNeeded(resource, field, all, row)}
              messages={messagesOf(problem.errors, field)}
              partMessages={partMessagesOf(problem.errors, field)}
              beside={{ ...all, for: row?.id ?? null }}
              rows={picked.get(field.name) ?? []}
              stored={row?.[field.name]}
              allowed={allowedValues(resource, field, row)}
              bounds={boundsOf(resource, field.name, all)}
              {...(unit !== '' && { unit })}
              onChange={(value) => form.put(field, value)}
              {...(row === null && {
                onFirst: (value: unknown, rows: readonly Row[]) => form.begin(field, value, rows),
              })}
              onRows={(rows) => form.putRows(field, rows)}
            />
          );
        })}
      </div>
    );
    const key = section.title ?? '';
    if (section.isFolded) {
      const isOpen = !isClosed(section, form.values) || hasErrors(section, form);
      return (
        <details key={key} class="section" open={isOpen}>
          <summary>
            <h2>{section.title}</h2>
            <Told section={section} values={form.values} />
          </summary>
          {grid}
        </details>
      );
    }
    const title = section.title ?? (sections.length > 1 ? w.form.others : '');
    return (
      <section key={key} class="section" aria-label={title || undefined}>
        {title !== '' && <h2>{title}</h2>}
        {grid}
      </section>
    );
  });
}

/** The content of a collapsed section as text: numbers, choices, times. */
function Told({ section, values }: { readonly section: Section; readonly values: Values }) {
  const told = section.fields.filter(
    (field) => !isEmpty(values[field.name]) && !field.reference && !hasParts(field),
  );
  if (told.length === 0) return null;
  return (
    <small class="in-words">
      {told.map((field) => (
        <span key={field.name}>
          {field.label} <Shown field={field} row={{ ...values, id: 0 }} plain />
        </span>
      ))}
    </small>
  );
}

const hasErrors = ({ fields }: Section, { problem }: FormState): boolean =>
  fields.some(
    (field) =>
      messagesOf(problem.errors, field).length > 0 ||
      Object.keys(partMessagesOf(problem.errors, field)).length > 0,
  );
