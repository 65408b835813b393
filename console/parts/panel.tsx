/** A button, and what opens beside it: a popover of the browser's own, which ends on Escape and on a click elsewhere. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface PanelProps {
  readonly id: string;
  /** Stands on the button, and names what opens. */
  readonly label: string;
  /** A number or a word behind the label. */
  readonly badge?: string | number | undefined;
  /** Drawn while it is open. */
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
        // What has the focus stays until it is closed, which gives the focus back.
        onBeforeToggle={({ newState }) => newState === 'open' && setIsOpen(true)}
        onToggle={({ newState }) => newState === 'closed' && setIsOpen(false)}
      >
        {isOpen && children()}
      </div>
    </>
  );
}

/** Closes a panel, which gives the focus back to its button. @returns whether it was open */
export function closePanel(id: string): boolean {
  const panel = document.getElementById(id);
  if (!panel?.matches(':popover-open')) return false;
  panel.hidePopover();
  return true;
}
