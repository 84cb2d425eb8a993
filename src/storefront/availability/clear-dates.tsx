import { X } from 'lucide-react';
import { setRentalDates } from './dates-store.ts';

/** Beside the dates of `When`: clears them. `onCleared` is called once they are no longer the visitor's own. */
export function ClearDates({ onCleared }: { onCleared?: () => void }) {
  return (
    <button
      type="button"
      aria-label="Clear dates"
      onClick={({ currentTarget }) => {
        // why: the pressed button goes, and the focus with it.
        currentTarget.parentElement?.querySelector('button')?.focus();
        setRentalDates(null);
        onCleared?.();
      }}
      className="-ml-2 grid w-10 shrink-0 place-items-center rounded-control hover:text-ink"
    >
      <X aria-hidden size={16} />
    </button>
  );
}
