/** The errors of a form, at its top: it takes the focus, and links to each control. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { FieldErrors } from '../service/failure.ts';
import type { Field, Resource } from '../service/metadata.ts';
import { w } from '../words/words.ts';
import { labelOf } from './values/dependence.ts';
import { pathsOf } from './values/errors.ts';

interface ProblemsProps {
  /** The prefix of the controls' ids. */
  readonly formId: string;
  readonly errors: FieldErrors;
  /** An error of no field. */
  readonly message: string;
  /** The fields that the form shows. */
  readonly shown: readonly Field[];
  readonly resource: Resource;
  /** The number of attempts to save: each moves the focus here. */
  readonly tries: number;
}

export function Problems({ formId, errors, message, shown, resource, tries }: ProblemsProps) {
  const box = useRef<HTMLDivElement>(null);
  const told = Object.entries(errors).flatMap(([name, messages]) => messages.map((text) => ({ name, text })));
  const isThere = told.length > 0 || message !== '';
  useLayoutEffect(() => {
    if (isThere) box.current?.focus();
  }, [tries]);
  if (!isThere) return null;
  const isShown = (name: string) => shown.some((field) => field.name === name.split('.')[0]);
  return (
    <div ref={box} class="problem" role="alert" tabIndex={-1}>
      {message !== '' && <p>{message}</p>}
      {told.length > 0 && (
        <>
          <p>{w.form.fix(told.length)}</p>
          <ul>
            {told.map(({ name, text }) => (
              <li key={`${name} ${text}`}>
                {isShown(name) ? (
                  <a
                    href={`#${formId}.${name}`}
                    onClick={(event) => {
                      event.preventDefault();
                      focusControl(formId, name);
                    }}
                  >
                    {text}
                  </a>
                ) : (
                  `${w.value.before(labelOf(resource, name))} ${text}`
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Focuses the control of a field, or the nearest around it, and opens its section. */
function focusControl(formId: string, name: string): void {
  const controls = pathsOf(name).map((path) => document.getElementById(`${formId}.${path}`));
  const control = controls.find((element) => element !== null);
  const folded = control?.closest('details');
  if (folded) folded.open = true;
  control?.focus();
  control?.scrollIntoView({ block: 'center' });
}
