/** A native dialog: it keeps the focus, closes on Escape, and returns the focus. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { w } from '../words/words.ts';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Called to close it; without it, the dialog stays until its parent removes it. */
  readonly onClose?: () => void;
  readonly wide?: boolean;
}

/** It opens when it is mounted. */
export function Dialog({ title, children, onClose, wide = false }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = box.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={box}
      class={wide ? 'wide' : ''}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

interface FormDialogProps extends DialogProps {
  /** The text of its submit button. */
  readonly submit: string;
  readonly danger?: boolean;
  readonly isBusy?: boolean;
  /** Whether the page validates the input, instead of the browser. */
  readonly noValidate?: boolean;
  onClose(): void;
  onSubmit(): void;
}

/** A form in a dialog: it can be submitted or cancelled. */
export function FormDialog({
  children,
  submit,
  danger,
  isBusy,
  noValidate,
  onSubmit,
  ...rest
}: FormDialogProps) {
  return (
    <Dialog {...rest}>
      <form
        noValidate={noValidate}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        <p class="buttons">
          <button type="button" onClick={rest.onClose}>
            {w.frame.cancel}
          </button>
          <button type="submit" class={danger ? 'danger' : 'primary'} aria-disabled={isBusy}>
            {submit}
          </button>
        </p>
      </form>
    </Dialog>
  );
}
