/** Select lists that act as soon as another value is chosen. */

/**
 * Opens such a list on any key that would choose its next value: so keyboard users also act only when they choose. Browsers that
 * cannot open it leave the key unchanged.
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
