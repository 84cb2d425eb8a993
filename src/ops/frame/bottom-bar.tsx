import { useLocation } from '@tanstack/react-router';
import { CircleUser, LogOut, Menu } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Sheet } from '#ui/sheet.tsx';
import type { NavigationEntry } from './ops-navigation.ts';
import { NavigationLink } from './navigation-link.tsx';

export interface BottomBarProps {
  entries: readonly NavigationEntry[];
  onAccount: () => void;
  onLogout: () => void;
}

const STACK = 'h-14 min-w-0 flex-1 aria-[current]:shadow-[inset_0_2px_0_var(--color-teal)]';
const ROW = 'flex h-12 w-full items-center gap-3 rounded-control px-3 text-base';

/** The navigation under the page on a phone; what has no room in it is behind "More". */
export function BottomBar({ entries, onAccount, onLogout }: BottomBarProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const isBehindMore = entries.some(({ place, at }) => place !== 'bar' && at.test(path));
  return (
    <>
      <nav
        aria-label="Back office, on a phone"
        data-bottom-nav
        className="fixed inset-x-0 bottom-0 z-20 flex border-t border-rule bg-paper pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
      >
        {entries
          .filter(({ place }) => place === 'bar')
          .map((entry) => (
            <NavigationLink key={entry.label} entry={entry} layout="stack" className={STACK} />
          ))}
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-current={isBehindMore || undefined}
          onClick={() => setOpen(true)}
          className={classNames(
            'flex flex-col items-center justify-center gap-0.5 text-xs',
            isBehindMore ? 'font-medium text-teal' : 'text-ink-quiet',
            STACK,
          )}
        >
          <Menu aria-hidden size={20} />
          More
        </button>
      </nav>
      <Sheet open={isOpen} onClose={close} title="More" side="bottom">
        <ul className="-mx-3 pb-[env(safe-area-inset-bottom)]">
          {entries
            .filter(({ place }) => place !== 'bar')
            .map((entry) => (
              <li key={entry.label}>
                <NavigationLink entry={entry} layout="row" onClick={close} className={ROW} />
              </li>
            ))}
          <li>
            <button
              type="button"
              onClick={() => {
                close();
                onAccount();
              }}
              className={classNames(ROW, 'text-ink-quiet')}
            >
              <CircleUser aria-hidden size={18} />
              Your account
            </button>
          </li>
          <li>
            <button
              type="button"
              onClick={() => {
                close();
                onLogout();
              }}
              className={classNames(ROW, 'text-ink-quiet')}
            >
              <LogOut aria-hidden size={18} />
              Log out
            </button>
          </li>
        </ul>
      </Sheet>
    </>
  );
}
