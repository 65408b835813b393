/** Arrow keys in a tree: up and down, right to open, left to close or to the parent. */
export function goByArrows(event: KeyboardEvent): void {
  const { currentTarget: list, target, key } = event;
  const isOwn = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (isOwn || !(list instanceof HTMLElement) || !(target instanceof Element)) return;
  const nodes = [...list.querySelectorAll<HTMLElement>('.node')];
  const at = nodes.findIndex((node) => node.contains(target));
  const node = nodes[at];
  const toggle = node?.querySelector<HTMLElement>('[aria-expanded]');
  const isOpen = toggle?.getAttribute('aria-expanded') === 'true';
  const above = node?.parentElement?.parentElement?.closest('li')?.querySelector<HTMLElement>('.node');
  const go = (to: HTMLElement | null | undefined) =>
    (to?.querySelector<HTMLElement>('a') ?? to?.querySelector<HTMLElement>('button'))?.focus();
  const ways: Readonly<Record<string, () => void>> = {
    ArrowDown: () => go(nodes[at + 1]),
    ArrowUp: () => go(nodes[at - 1]),
    ArrowRight: () => (toggle && !isOpen ? toggle.click() : go(nodes[at + 1])),
    ArrowLeft: () => (toggle && isOpen ? toggle.click() : go(above)),
    Home: () => go(nodes[0]),
    End: () => go(nodes.at(-1)),
  };
  const way = ways[key];
  if (!node || !way) return;
  event.preventDefault();
  way();
}
