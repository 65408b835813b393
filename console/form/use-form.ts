/** The state of a form, and saving it. */
import { useRef, useState } from 'preact/hooks';
import { failureText, notify } from '../parts/notices.tsx';
import { go, usePlace } from '../place/place.tsx';
import { withQuery } from '../service/call.ts';
import { type FieldErrors, Refusal, Unreachable } from '../service/failure.ts';
import { type Field, may, nameOf, type Resource, type Row, titleOf } from '../service/metadata.ts';
import { refresh } from '../service/queries.ts';
import { present } from '../service/session.ts';
import { w } from '../words/words.ts';
import { Gone, isUsedKey, newAttempt, Stale, saveAll, saveChange } from './saving.ts';
import { type ToldOnce, toldOnce } from './told-once.tsx';
import { draftOf, useDraft } from './use-draft.ts';
import { pickedRows, rowsBeside, shownFields } from './values/dependence.ts';
import { namesFor } from './values/drafts.ts';
import { withoutErrors } from './values/errors.ts';
import { findProblems } from './values/problems.ts';
import { idsOf } from './values/references.ts';
import { bodiesOf, errorsOfOne, severalOf, withSeveral } from './values/several.ts';
import {
  askedFields,
  bodyOfChange,
  firstValues,
  isSame,
  storedValue,
  type Values,
  valuesOfAddress,
} from './values/values.ts';

/** The errors of an attempt. */
interface Problem {
  /** The number of attempts. */
  readonly tries: number;
  readonly errors: FieldErrors;
  readonly message: string;
}

export type FormState = ReturnType<typeof useForm>;

/**
 * @param row the changed row, as it was when the form was opened; null for a new one
 * @param etag its version
 */
export function useForm(resource: Resource, row: Row | null, etag: string | null) {
  const { query } = usePlace();
  const [several] = useState(() =>
    row === null ? severalOf(resource, valuesOfAddress(resource.fields, query)) : null,
  );
  const fields = withSeveral(askedFields(resource.fields, row), several);
  const [stored] = useState(() => firstValues(fields, row));
  // Values from the address are saved, but are no draft.
  const [first, setFirst] = useState<Values>(() => ({ ...stored, ...valuesOfAddress(fields, query) }));
  const [values, setValues] = useState(first);
  const [picked, setPicked] = useState<ReadonlyMap<string, readonly Row[]>>(() => pickedRows(resource, row));
  const [problem, setProblem] = useState<Problem>({ tries: 0, errors: {}, message: '' });
  const [isBusy, setIsBusy] = useState(false);
  const [conflict, setConflict] = useState<Stale | null>(null);
  const [isGone, setIsGone] = useState(false);
  // Values that are shown before the page changes.
  const [told, setTold] = useState<Parameters<typeof ToldOnce>[0] | null>(null);
  // Outside of the state: a second tap may come before the next render.
  const sending = useRef({ isBusy: false, etag, isOld: false, attempt: newAttempt() }).current;
  // Another user may sign in while it is open: the draft belongs to the first one.
  const [owner] = useState(() => draftOf(resource, row?.id ?? null));
  const version = () => ({ etag: sending.etag, key: sending.attempt.key, names: namesFor(fields, picked) });
  const draft = useDraft(owner, { fields, first, values, version });
  // Options may depend on values that are no fields of the form.
  const [beside] = useState<Values>(() => row ?? valuesOfAddress(resource.fields, query));
  const all: Values = { ...beside, ...values };
  const shown = shownFields(resource, fields, all, row).filter(({ name }) => name !== several?.amount?.name);
  const bodies = bodiesOf(several, shown, values);
  const [body = {}] = row ? [bodyOfChange(fields, shown, { values, stored })] : bodies;

  const tell = (errors: FieldErrors, message = '') =>
    setProblem(({ tries }) => ({ tries: tries + 1, errors, message }));
  const pageOf = ([first, ...others]: readonly Row[]) => {
    const list = `/${resource.path}`;
    if (!first) return list;
    if (others.length > 0) return withQuery(list, { id: [first, ...others].map(({ id }) => id).join(',') });
    return may(resource, 'view') ? `${list}/${first.id}` : list;
  };
  // Returns to the page that the user came from.
  const leave = (to: readonly Row[]) =>
    go(query.get('back') ?? pageOf(to), {
      replace: to.length > 0,
      made: row ? [] : to.map(({ id }) => `/${resource.path}/${id}`),
    });

  const save = async () => {
    if (sending.isBusy) return;
    const wrong = findProblems(shown, values, present().meta.timezone);
    if (Object.keys(wrong).length > 0) return tell(wrong);
    sending.isBusy = true;
    setIsBusy(true);
    try {
      const saved = row
        ? [await change(row)]
        : await saveAll(resource, bodies, sending.attempt, rowsBeside(fields, picked));
      const [first] = saved;
      draft.drop();
      const told = first?.unsent ? w.queue.kept : row ? w.form.saved : w.form.created;
      const what =
        saved.length === 1 && first ? told(titleOf(resource, first)) : w.form.createdAll(saved.length);
      notify(what, false, query.has('back') ? pageOf(saved) : null);
      const once = row || !first ? [] : toldOnce(resource.fields, first);
      if (once.length === 0) return leave(saved);
      return setTold({ title: what, told: once, onDone: () => leave(saved) });
    } catch (failure) {
      explain(failure);
    }
    sending.isBusy = false;
    setIsBusy(false);
  };

  const change = async (before: Row): Promise<Row> => {
    if (Object.keys(body).length === 0) return before;
    try {
      return await saveChange(resource, before, body, sending.etag);
    } catch (failure) {
      if (!(failure instanceof Stale) || sending.isOld || isOtherForm(before, failure.row)) throw failure;
      // Only values outside of the form have changed: the time of the last change, a sum.
      sending.etag = failure.etag;
      return saveChange(resource, failure.row, body, sending.etag);
    }
  };
  const isOtherForm = (before: Row, now: Row) =>
    fields.some((field) => !isSame(field, storedValue(field, before), storedValue(field, now)));

  const nameOfChosen = (id: number) => {
    const { name = '', reference } = several?.of ?? {};
    const chosen = picked.get(name)?.find((one) => one.id === id);
    return chosen ? nameOf(chosen, reference?.display ?? 'name') : '';
  };
  const explain = (failure: unknown) => {
    if (failure instanceof Stale) return setConflict(failure);
    if (failure instanceof Gone) return setIsGone(true);
    if (failure instanceof Unreachable)
      return tell({}, failure.isWrite && !navigator.onLine ? w.queue.needs : w.form.unreachable);
    if (isUsedKey(failure)) return tell({}, w.form.savedBefore);
    if (failure instanceof Refusal && failure.status === 422) {
      const errors = several
        ? errorsOfOne(several, failure, idsOf(values[several.of.name]), nameOfChosen)
        : failure.errors;
      const isPlaced = Object.keys(errors).length > 0;
      return tell(errors, isPlaced ? '' : failure.message);
    }
    if (failure instanceof Refusal && failure.status === 401) return tell({}, w.form.signedOut);
    tell({}, failureText(failure));
  };

  return {
    ...{
      resource,
      row,
      several,
      fields,
      shown,
      values,
      all,
      picked,
      body,
      problem,
      isBusy,
      conflict,
      isGone,
      told,
    },
    save,
    maySave: may(resource, row ? 'update' : 'create'),
    draft: draft.offered,
    /** Sets several fields at once. */
    putAll: (those: readonly Field[], next: Values) => {
      setValues((before) => ({ ...before, ...next }));
      for (const { name } of those)
        setProblem((before) => ({ ...before, errors: withoutErrors(before.errors, name) }));
    },
    put: (field: Field, value: unknown) => {
      setValues((before) => ({ ...before, [field.name]: value }));
      setProblem((before) => ({ ...before, errors: withoutErrors(before.errors, field.name) }));
    },
    /** Sets the initial value of a field, once it is known. */
    begin: (field: Field, value: unknown, rows: readonly Row[]) => {
      const begin = (before: Values) => ({ ...before, [field.name]: value });
      setFirst(begin);
      setValues(begin);
      setPicked((before) => new Map([...before, [field.name, rows]]));
    },
    /** Rows of a field whose names have become known. */
    putRows: (field: Field, rows: readonly Row[]) =>
      setPicked((before) => new Map([...before, [field.name, rows]])),
    takeDraft: () => {
      const kept = draft.offered;
      if (!kept) return;
      setValues((before) => ({ ...before, ...kept.values }));
      setPicked((before) => new Map([...before, ...Object.entries(kept.names ?? {})]));
      if (kept.etag !== sending.etag) sending.isOld = true;
      sending.etag = kept.etag;
      sending.attempt = newAttempt(kept.key);
      draft.settle();
    },
    discardDraft: draft.discard,
    cancel: () => leave(row ? [row] : []),
    keepMine: () => {
      sending.etag = conflict?.etag ?? null;
      sending.isOld = false;
      setConflict(null);
      void save();
    },
    takeTheirs: () => {
      draft.drop();
      refresh();
      leave(row ? [row] : []);
    },
    closeConflict: () => setConflict(null),
  };
}
