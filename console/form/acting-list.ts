/** Lists that do something as soon as another of their values is shown. */

/**
 * Opens such a list by any key that would take its next value: by keys alone, too, something is done only once it is chosen.
 * Browsers that cannot open it leave the key as it is.
 */
export function openByKeys(event: KeyboardEvent): void {
  const { currentTarget: list, key } = event;
  const isOwn =
    event.altKey || event.ctrlKey || event.metaKey || [' ', 'Enter', 'Tab', 'Escape'].includes(key);
  const changes = key.length === 1 || /^(?:Arrow|Page)|^(?:Home|End)$/.test(key);
  if (isOwn || !changes || !(list instanceof HTMLSelectElement) || !('showPicker' in list)) return;
  event.preventDefault();
  list.showPicker();
}
