import { Button } from '#ui/button.tsx';

/** Under a visitor's form: where what was typed is kept, and the button that forgets it. */
export function KeptNote({ onClear }: { onClear: () => void }) {
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2 text-xs text-ink-quiet">
      What you type is kept on this device until you send it, 7 days at most.
      <Button variant="quiet" size="sm" className="-ml-3 text-xs" onClick={onClear}>
        Clear the form
      </Button>
    </p>
  );
}
