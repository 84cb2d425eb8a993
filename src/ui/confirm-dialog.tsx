import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** Runs on confirmation. */
  text: ReactNode;
  /** Called on Escape. */
  onCancel: () => void;
  /** The buttons. */
  children: ReactNode;
}

/** A modal question, on the browser's `<dialog>`. */
export function ConfirmDialog({ open, title, text, onCancel, children }: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // A text was typed last, outside of fields.
  const isTyped = useRef(false);
  useLayoutEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      // why: `open` may be true again before the close event of the last time arrives.
      onCancel={onCancel}
      onClose={({ currentTarget }) => open && !currentTarget.open && onCancel()}
      // why: a hand scanner types a code and Enter, which must not press the focused button.
      onKeyDown={(event) => {
        const isOutside = !(event.target instanceof HTMLInputElement);
        if (event.key === 'Enter' && isOutside && isTyped.current) event.preventDefault();
        isTyped.current = isOutside && event.key.length === 1 && event.key !== ' ';
      }}
      className="m-auto w-[min(24rem,calc(100vw-2rem))] rounded-lg border border-rule bg-surface p-5 text-ink backdrop:bg-veil"
    >
      <h3 id={id} className="text-base font-semibold">
        {title}
      </h3>
      <div className="mt-1 text-sm text-ink-quiet">{text}</div>
      <div className="mt-5 flex flex-wrap gap-2">{children}</div>
    </dialog>
  );
}
