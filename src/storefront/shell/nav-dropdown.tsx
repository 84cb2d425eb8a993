import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useCallback, useId, useRef, useState } from 'react';
import { classNames } from '#ui/class-names.ts';
import { useDismiss } from '#ui/use-dismiss.ts';
import { RENTAL_LINKS, RENTAL_MENU } from './navigation.ts';

/** The header's dropdown of everything for rent: a button that shows a list of links. */
export function NavDropdown() {
  const root = useRef<HTMLDivElement>(null);
  const listId = useId();
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  useDismiss(root, open, close);
  return (
    <div ref={root} className="relative">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
        className="nav-link inline-flex items-center gap-1.5"
      >
        {RENTAL_MENU}
        <ChevronDown
          aria-hidden
          size={16}
          className={classNames('transition-transform duration-150', open && 'rotate-180')}
        />
      </button>
      <ul
        id={listId}
        hidden={!open}
        className="absolute top-full left-0 mt-1 w-60 rounded-lg border border-rule bg-surface p-2 shadow-lg"
      >
        {RENTAL_LINKS.map((link) => (
          <li key={link.to}>
            <Link
              to={link.to}
              onClick={close}
              className="flex min-h-11 items-center rounded-md px-3 text-sm hover:bg-paper-deep aria-[current=page]:text-teal"
            >
              {link.label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
