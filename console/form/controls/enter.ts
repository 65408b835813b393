/** The keys of a form with several fields. */

const isField = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement &&
  (element.matches('input, select, textarea') || element.matches('[type=submit]')) &&
  element.matches(':enabled') &&
  element.checkVisibility();

/**
 * Enter in a field of one line leads to the next field, and from the last one to the button: a scanner ends each code with Enter, and
 * must not send a form that is half filled in. Ctrl+Enter sends it. A form of one field is sent by Enter, as usual.
 */
export function followByEnter(event: KeyboardEvent): void {
  const { target } = event;
  const form = target instanceof Element && target.closest('form');
  if (event.key !== 'Enter' || event.defaultPrevented || event.isComposing || !form) return;
  const fields = [...form.elements].filter(isField);
  const isSent = event.ctrlKey || event.metaKey;
  const next = target instanceof HTMLInputElement && fields[fields.indexOf(target) + 1];
  if (!isSent && (!next || fields.length === 2)) return;
  event.preventDefault();
  if (isSent) form.requestSubmit();
  else if (next) next.focus();
}
