import { createIsomorphicFn } from '@tanstack/react-start';
import { Menu } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button, buttonClass } from '#ui/button.tsx';
import { SITE_MAP } from './footer.tsx';
import type { MenuSheet } from './menu-sheet.tsx';

const load = async () => (await import('./menu-sheet.tsx')).MenuSheet;

/**
 * The menu button of small screens; the script of its sheet is loaded on press. Without JavaScript it
 * is a link to the footer's links.
 */
export function MobileMenu() {
  const [open, setOpen] = useState(false);
  const [Sheet, setSheet] = useState<typeof MenuSheet>();
  const show = () => {
    setOpen(true);
    load().then(
      (loaded) => setSheet(() => loaded),
      // why: where the script cannot be loaded (connection lost, new release), go to the footer's links.
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

// why: the link is only for browsers without JavaScript, so the client bundle omits it.
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
