import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useRef, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useDismiss } from '#ui/use-dismiss.ts';
import { RENTAL_LINKS, RENTAL_MENU } from '#storefront/shared/navigation.ts';
import { useMenuDelays } from './use-menu-delays.ts';

/**
 * The header's dropdown of everything for rent. A native `details`, so that it opens without
 * JavaScript; with it also under the mouse, and the arrow keys walk through the entries.
 */
export function NavDropdown() {
  const root = useRef<HTMLDetailsElement>(null);
  const { open, toggle, close, pin, onPointerEnter, onPointerLeave } = useMenuDelays();
  useDismiss(root, open, close);

  const walk = (event: KeyboardEvent) => {
    if (!root.current) return;
    const links = [...root.current.querySelectorAll('a')];
    const at = links.findIndex((link) => link === document.activeElement);
    const targets: Partial<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at < 1 ? -1 : at - 1,
      Home: 0,
      End: -1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    // why: a link inside closed details cannot be focused, and Escape may follow at once.
    if (!open) flushSync(() => toggle(true));
    links.at(target % links.length)?.focus();
  };

  return (
    <details
      ref={root}
      open={open}
      onToggle={(event) => {
        if (event.currentTarget.open !== open) toggle(event.currentTarget.open);
      }}
      onPointerEnter={onPointerEnter}
      onPointerLeave={onPointerLeave}
      className="group/menu relative"
    >
      <summary
        onKeyDown={walk}
        onClick={(event) => {
          // why: the element itself would tell of a press only later, and a next press might be lost.
          event.preventDefault();
          if (!pin()) toggle(!open);
        }}
        className="nav-link list-none gap-1.5 [&::-webkit-details-marker]:hidden"
      >
        {RENTAL_MENU}
        <ChevronDown
          aria-hidden
          size={16}
          className="transition-transform duration-150 group-open/menu:rotate-180"
        />
      </summary>
      <div className="absolute top-full left-0 pt-1">
        <ul className="w-60 rounded-lg border border-rule bg-surface p-2 shadow-lg">
          {RENTAL_LINKS.map((link) => (
            <li key={link.to}>
              <Link
                to={link.to}
                onClick={close}
                onKeyDown={walk}
                className="flex min-h-11 items-center rounded-md px-3 text-sm hover:bg-paper-deep aria-[current=page]:text-teal"
              >
                {link.label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
