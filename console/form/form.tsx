/** The form of a row: made from its fields. Typed text is never lost, and errors are shown at their fields. */
import { useEffect } from 'preact/hooks';
import { formatInstant } from '../parts/format.ts';
import type { Resource, Row } from '../service/metadata.ts';
import { isEmpty } from '../service/metadata.ts';
import { present } from '../service/session.ts';
import { locale, w } from '../words/words.ts';
import { Conflict } from './conflict.tsx';
import { followByEnter } from './controls/enter.ts';
import { Preview, usePreviews } from './preview.tsx';
import { Problems } from './problems.tsx';
import { Sections } from './sections.tsx';
import { TextToCopy } from './text-to-copy.tsx';
import { ToldOnce } from './told-once.tsx';
import { type FormState, useForm } from './use-form.ts';

const formId = 'form';

interface FormProps {
  readonly resource: Resource;
  /** The changed row, as it was when the form was opened; null for a new one. */
  readonly row: Row | null;
  readonly etag: string | null;
}

export function Form({ resource, row, etag }: FormProps) {
  const form = useForm(resource, row, etag);
  const { problem, conflict, isBusy, isGone, maySave } = form;
  const previews = usePreviews(resource);
  useEffect(() => {
    // A phone would cover the form with its keyboard.
    if (row !== null || matchMedia('(pointer: coarse)').matches) return;
    const empty = form.shown.filter(({ name }) => isEmpty(form.values[name]));
    const inputs = empty.map(({ name }) => document.getElementById(`${formId}.${name}`));
    inputs.find((one) => one?.matches('input, textarea, select') && one.checkVisibility())?.focus();
  }, []);
  return (
    <>
      <DraftOffer form={form} />
      {isGone && <TextToCopy fields={form.fields} values={form.body} picked={form.picked} />}
      <form
        class="sheet form"
        noValidate
        aria-busy={isBusy}
        onKeyDown={followByEnter}
        onSubmit={(event) => {
          event.preventDefault();
          if (maySave) void form.save();
        }}
      >
        <Problems formId={formId} {...problem} resource={resource} shown={form.shown} />
        <div class={previews.length > 0 ? 'beside' : undefined}>
          <div>
            <Sections formId={formId} form={form} />
          </div>
          {previews.map((report) => (
            <Preview key={report.name} form={form} report={report} />
          ))}
        </div>
        <Emptied form={form} />
        {!maySave && <p class="hint">{w.form.mayNot}</p>}
        <p class="buttons bar">
          <button type="button" onClick={form.cancel}>
            {w.frame.cancel}
          </button>
          <button type="submit" class="primary" aria-disabled={isBusy || !maySave}>
            {isBusy ? w.form.saving : w.form.save}
          </button>
        </p>
      </form>
      {form.told && <ToldOnce {...form.told} />}
      {conflict && row && (
        <Conflict
          fields={form.fields}
          before={row}
          now={conflict.row}
          values={form.values}
          picked={form.picked}
          body={form.body}
          keepMine={form.keepMine}
          takeTheirs={form.takeTheirs}
          close={form.closeConflict}
        />
      )}
    </>
  );
}

/** Offers a draft that was never saved. */
function DraftOffer({ form }: { form: FormState }) {
  const { draft } = form;
  if (!draft) return null;
  const at = formatInstant(draft.at, { locale, timezone: present().meta.timezone });
  return (
    <div class="hint offer" role="status">
      <p>{w.form.draft(at)}</p>
      <span class="buttons">
        <button type="button" onClick={form.takeDraft}>
          {w.form.takeDraft}
        </button>
        <button type="button" onClick={form.discardDraft}>
          {w.form.discardDraft}
        </button>
      </span>
    </div>
  );
}

/** Fields that another field hides, and whose values are removed. */
function Emptied({ form: { row, fields, shown, body } }: { form: FormState }) {
  if (!row) return null;
  const lost = fields.filter(
    (field) => !shown.includes(field) && field.name in body && isEmpty(body[field.name]),
  );
  if (lost.length === 0) return null;
  return <p class="hint">{w.form.emptied(lost.map(({ label }) => label).join(', '))}</p>;
}
