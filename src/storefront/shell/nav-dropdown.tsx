import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useRef, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useSite } from '#data/settings/use-site.ts';
import { useDismiss } from '#ui/use-dismiss.ts';
import { linkLabel, RENTAL_LINKS } from '#storefront/shared/navigation.ts';
import { useMenuDelays } from './use-menu-delays.ts';

/**
 * The header's dropdown of rental links. A native `details` element works without JavaScript; with it
 * the dropdown also opens on hover and supports the arrow keys.
 */
export function NavDropdown() {
  const site = useSite();
  const root = useRef<HTMLDetailsElement>(null);
  const { open, toggle, close, pin, onPointerEnter, onPointerLeave } = useMenuDelays();
  useDismiss(root, open, close);

  const onKeyDown = (event: KeyboardEvent) => {
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
    // why flushSync: links in closed `details` cannot be focused.
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
        onKeyDown={onKeyDown}
        onClick={(event) => {
          // why: `details` fires its toggle event asynchronously, so a quick second click could be lost.
          event.preventDefault();
          if (!pin()) toggle(!open);
        }}
        className="nav-link list-none gap-1.5 [&::-webkit-details-marker]:hidden"
      >
        {site.navigation.rental_menu}
        <ChevronDown
          aria-hidden
          size={16}
          className="transition-transform duration-150 group-open/menu:rotate-180"
        />
      </summary>
      <div className="absolute top-full left-0 pt-1">
        <ul className="w-60 rounded-lg border border-rule bg-surface p-2 shadow-lg">
          {RENTAL_LINKS.map((to) => (
            <li key={to}>
              <Link to={to} onClick={close} onKeyDown={onKeyDown} className="menu-link">
                {linkLabel(site, to)}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
