import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { NO_ANSWER } from '#data/core/failure.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import type { CommandPaletteProps } from './command-palette.tsx';

/** Opens the command palette; also on Ctrl or ⌘ with K, over the drawer of a record too. */
export function PaletteButton() {
  const [isOpen, setOpen] = useState(false);
  const [Palette, setPalette] = useState<ComponentType<CommandPaletteProps>>();
  const open = () => {
    setOpen(true);
    if (Palette) return;
    void import('./command-palette.tsx').then(
      ({ CommandPalette }) => setPalette(() => CommandPalette),
      () => {
        setOpen(false);
        notify.failure('The search could not be opened', { description: NO_ANSWER });
      },
    );
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut =
      (event.ctrlKey || event.metaKey) &&
      !event.altKey &&
      !event.shiftKey &&
      event.key.toLowerCase() === 'k';
    // why: until the palette has loaded, Enter would press the button that has the focus.
    if (isOpen && !Palette && event.key === 'Enter') event.preventDefault();
    if (!isShortcut) return;
    event.preventDefault();
    // why: another dialog waits for an answer, or may hold unsaved text.
    if (!document.querySelector('dialog[open]:not([data-in-address])')) open();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={open}
      >
        <Search aria-hidden size={16} />
        <span className="font-normal text-ink-quiet max-lg:sr-only">Search everything</span>
        <kbd className="font-sans text-xs font-normal text-ink-quiet max-lg:hidden">Ctrl K</kbd>
      </Button>
      {isOpen && Palette && <Palette onClose={() => setOpen(false)} />}
    </>
  );
}
