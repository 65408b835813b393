/** Pages that a browser translates: it puts elements of its own in the place of texts, and the page would change what is no longer shown. */

/**
 * Puts each replaced text back, empty, behind its translation. When the page changes the text, or takes it away, the translation goes;
 * when the translation is taken back, the text is there again.
 */
export function followTranslator(): void {
  const translations = new WeakMap<Node, Element>();
  const texts = new WeakMap<Node, { readonly node: Text; readonly data: string }>();
  const follow = (node: Node, beside: readonly (Node | null)[]) => {
    const known = translations.get(node);
    const before = texts.get(node);
    if (known && !node.isConnected) known.remove();
    else if (known) node.parentNode?.insertBefore(known, node);
    else if (before && !node.isConnected && before.node.data === '') before.node.data = before.data;
    const translation = beside.find((one) => one instanceof Element && one.isConnected && !texts.has(one));
    if (known || !(node instanceof Text) || node.parentNode || !(translation instanceof Element)) return;
    translations.set(node, translation);
    texts.set(translation, { node, data: node.data });
    translation.after(node);
    node.data = '';
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
      if (target instanceof Text && target.data !== '') {
        translations.get(target)?.remove();
        translations.delete(target);
      }
      // The page itself never replaces a text at once.
      const near = [previousSibling, nextSibling].filter((one) => one?.nodeName === 'FONT');
      for (const node of removedNodes) follow(node, [...addedNodes, ...near]);
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}
