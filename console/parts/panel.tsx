/** A button with a native popover, which closes on Escape and on a click elsewhere. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface PanelProps {
  readonly id: string;
  /** The text of the button, and the name of the popover. */
  readonly label: string;
  /** A number or a word after the label. */
  readonly badge?: string | number | undefined;
  /** Rendered while it is open. */
  children(): ComponentChildren;
}

export function Panel({ id, label, badge, children }: PanelProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" popovertarget={id}>
        {label}
        {badge !== undefined && (
          <>
            {' '}
            <span class="count">{badge}</span>
          </>
        )}
      </button>
      <div
        id={id}
        popover="auto"
        class="panel"
        role="dialog"
        aria-label={label}
        // The focused element stays until the panel is closed, which returns the focus.
        onBeforeToggle={({ newState }) => newState === 'open' && setIsOpen(true)}
        onToggle={({ newState }) => newState === 'closed' && setIsOpen(false)}
      >
        {isOpen && children()}
      </div>
    </>
  );
}

/** Closes a panel, which returns the focus to its button. @returns whether it was open */
export function closePanel(id: string): boolean {
  const panel = document.getElementById(id);
  if (!panel?.matches(':popover-open')) return false;
  panel.hidePopover();
  return true;
}
