import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { useMedia } from '#ui/use-media.ts';
import type { NavigationEntry } from './ops-navigation.ts';
import { NavigationLink } from './navigation-link.tsx';
import { useStoredPreference } from '../kit/use-stored-preference.ts';

/** Minimum window width for a wide bar beside a whole table (ui/data-table.tsx). */
const MAY_BE_WIDE_FROM = '90rem';
/** From this window width on the bar is wide until it is collapsed. */
const WIDE_FROM = '100rem';

/**
 * The navigation beside the page, from tablets up: icons over labels, or wide with both in a row. On a
 * wide screen the user selects; remembered in this browser.
 */
export function SideBar({ entries }: { entries: readonly NavigationEntry[] }) {
  const hasRoom = useMedia(`(min-width: ${MAY_BE_WIDE_FROM})`);
  const hasMuchRoom = useMedia(`(min-width: ${WIDE_FROM})`);
  const [stored, store] = useStoredPreference('ops-side-bar');
  const isWide = hasRoom && (stored === null ? hasMuchRoom : stored === 'wide');
  return (
    <nav
      aria-label="Back office"
      data-side-bar={isWide ? 'wide' : 'narrow'}
      className={classNames(
        'sticky top-14 hidden h-[calc(100dvh-3.5rem)] shrink-0 flex-col gap-1 overflow-y-auto border-r border-rule py-3 md:flex print:hidden',
        isWide ? 'w-44 px-3' : 'w-20 px-1',
      )}
    >
      {entries.map((entry) => (
        <NavigationLink
          key={entry.label}
          entry={entry}
          layout={isWide ? 'row' : 'stack'}
          className={classNames(
            'shrink-0 rounded-control hover:bg-paper-deep aria-[current]:bg-teal-pale',
            isWide ? 'h-9 px-3 text-sm' : 'h-14',
          )}
        />
      ))}
      {hasRoom && (
        <Button
          variant="quiet"
          size="sm"
          iconOnly
          aria-label={isWide ? 'Collapse the navigation' : 'Expand the navigation'}
          title={isWide ? 'Collapse' : 'Expand'}
          onClick={() => store(isWide ? 'narrow' : 'wide')}
          className={classNames('mt-auto', isWide ? 'ml-auto' : 'mx-auto')}
        >
          {isWide ? (
            <PanelLeftClose aria-hidden size={18} />
          ) : (
            <PanelLeftOpen aria-hidden size={18} />
          )}
        </Button>
      )}
    </nav>
  );
}
