import { createIsomorphicFn } from '@tanstack/react-start';
import { Menu } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button, buttonClass } from '#ui/button.tsx';
import { SITE_MAP } from './footer.tsx';
import type { MenuSheet } from './menu-sheet.tsx';

const load = async () => (await import('./menu-sheet.tsx')).MenuSheet;

/**
 * The header's links on a small screen, behind one button; their sheet's script is loaded when the
 * button is pressed. Without JavaScript the button is a link to the same links in the footer.
 */
export function MobileMenu() {
  const [open, setOpen] = useState(false);
  const [Sheet, setSheet] = useState<typeof MenuSheet>();
  const show = () => {
    setOpen(true);
    load().then(
      (loaded) => setSheet(() => loaded),
      // why: without its script (a lost connection, another release) the footer's links do.
      () => {
        setOpen(false);
        location.hash = SITE_MAP;
      },
    );
  };
  return (
    <div className="lg:hidden">
      <noscript>{plainMenu()}</noscript>
      <Button
        variant="quiet"
        iconOnly
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        data-tooltip="Menu"
        onPointerEnter={() => void load().catch(() => {})}
        onClick={show}
        className="noscript:hidden"
      >
        <Menu aria-hidden size={22} strokeWidth={1.75} />
      </Button>
      {Sheet && <Sheet open={open} onClose={() => setOpen(false)} />}
    </div>
  );
}

// why: a browser with JavaScript never shows the link, so it is left out of its scripts.
const plainMenu = createIsomorphicFn()
  .server(() => (
    <a
      href={`#${SITE_MAP}`}
      aria-label="Menu"
      className={buttonClass({ variant: 'quiet', iconOnly: true })}
    >
      <Menu aria-hidden size={22} strokeWidth={1.75} />
    </a>
  ))
  .client((): ReactNode => null);
