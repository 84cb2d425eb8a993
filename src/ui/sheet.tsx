import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Toaster } from './toast.tsx';

/**
 * Edge of the window: `bottom` for a phone's filters, the sides for menus and drawers. `middle` is `bottom` on a
 * phone and a dialog in the middle of a wider window.
 */
export type SheetSide = 'bottom' | 'left' | 'right' | 'middle';

export interface SheetProps {
  open: boolean;
  /** Called on Escape, the close button, a press beside the sheet, and after `open` turned false. */
  onClose: () => void;
  title: ReactNode;
  side?: SheetSide | undefined;
  /** Only `open` closes it: on Escape and a press beside it `onClose` decides. */
  guarded?: boolean | undefined;
  /** Sticky below the scrolling content: totals and the submit button. */
  footer?: ReactNode;
  /** The content ends in a sticky bar of buttons; on a phone, notices appear above it. */
  hasBar?: boolean | undefined;
  /**
   * It is open by the address, and leaving loses nothing that was typed or asks first. The command palette
   * opens over it.
   */
  inAddress?: boolean | undefined;
  /** Beside the title: a quiet action such as 'Clear all'. */
  headerAction?: ReactNode;
  children: ReactNode;
}

const SIDES: Record<SheetSide, string> = {
  bottom: 'sheet-bottom inset-x-0 bottom-0 top-auto max-h-[85dvh] w-full rounded-t-2xl',
  middle:
    'sheet-bottom inset-x-0 bottom-0 top-auto max-h-[92dvh] w-full rounded-t-2xl md:top-0 md:m-auto md:h-fit md:w-[45rem] md:rounded-2xl',
  left: 'sheet-left inset-y-0 left-0 right-auto h-dvh max-h-none w-[min(26rem,92%)]',
  right: 'sheet-right inset-y-0 right-0 left-auto h-dvh max-h-none w-[min(30rem,100%)]',
};

/**
 * A panel over the page from one edge, on the browser's modal `<dialog>`: the page behind is inert,
 * Escape closes, focus returns. Its content is mounted on first opening and stays mounted, so that it is
 * visible while the sheet closes.
 */
export function Sheet({
  open,
  onClose,
  title,
  side = 'right',
  guarded = false,
  hasBar = false,
  inAddress = false,
  footer,
  headerAction,
  children,
}: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);

  const requestClose = useEffectEvent(() => {
    if (guarded) onClose();
    else dialog.current?.close();
  });
  useEffect(() => {
    const element = dialog.current;
    // why: the panel covers the dialog, so a press on the dialog element is on its backdrop.
    const pressBeside = (event: MouseEvent) => {
      if (event.target === element) requestClose();
    };
    element?.addEventListener('mousedown', pressBeside);
    return () => element?.removeEventListener('mousedown', pressBeside);
  }, []);

  // why on every render: a browser closes the dialog on a second Escape even if the first was prevented.
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) element.showModal();
    if (!open && element.open) element.close();
  });

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      data-in-address={inAddress || undefined}
      // why the targets: events of a dialog or file input inside bubble up to here.
      onCancel={(event) => {
        if (!guarded || event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      className={classNames(
        'sheet fixed m-0 max-w-none overflow-hidden bg-surface p-0 text-ink',
        SIDES[side],
      )}
    >
      {wasOpen && (
        // why a section: head and foot of the dialog are then no landmarks of the page.
        // why no height where the content decides: in WebKit, a share of `fit-content` is 0.
        <section
          className={classNames(
            'flex max-h-[inherit] flex-col',
            (side === 'left' || side === 'right') && 'h-full',
          )}
        >
          <header className="flex items-center gap-2 border-b border-rule py-2 pr-2 pl-5">
            <h2 id={titleId} className="mr-auto text-lg font-semibold">
              {title}
            </h2>
            {headerAction}
            <Button variant="quiet" iconOnly aria-label="Close" onClick={onClose}>
              <X aria-hidden size={20} />
            </Button>
          </header>
          {/* why relative: visually hidden content would make the dialog itself scroll. */}
          {/* why a scroll padding: what is scrolled into view must not end up behind the bar. */}
          <div
            className={classNames(
              'relative min-h-0 grow overflow-y-auto overscroll-contain p-5',
              hasBar && 'scroll-pb-24',
            )}
          >
            {children}
          </div>
          {footer && (
            <footer className="border-t border-rule px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
              {footer}
            </footer>
          )}
        </section>
      )}
      {open && <Toaster isLow={hasBar} />}
    </dialog>
  );
}
