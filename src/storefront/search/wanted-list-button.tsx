import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import type { WantedListSheet } from './wanted-list-sheet.tsx';

const load = async () => (await import('./wanted-list-sheet.tsx')).WantedListSheet;

/** Opens the sheet that finds a whole list at once; its script is loaded on press. */
export function WantedListButton({ className = '' }: { className?: string }) {
  const [open, setOpen] = useState(false);
  const [Loaded, setLoaded] = useState<typeof WantedListSheet>();
  const show = () => {
    setOpen(true);
    load().then(
      (loaded) => setLoaded(() => loaded),
      () => setOpen(false),
    );
  };
  return (
    <>
      <Button
        variant="secondary"
        className={`noscript:hidden ${className}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => void load().catch(() => {})}
        onClick={show}
      >
        <ListChecks aria-hidden className="size-4" />
        Paste a list
      </Button>
      {Loaded && <Loaded open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
