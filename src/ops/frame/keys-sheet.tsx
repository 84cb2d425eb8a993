import { Fragment } from 'react';
import { Sheet } from '#ui/sheet.tsx';
import type { NavigationEntry } from './ops-navigation.ts';

export interface KeysSheetProps {
  open: boolean;
  onClose: () => void;
  entries: readonly NavigationEntry[];
}

/** The keyboard shortcuts of the back office. */
export function KeysSheet({ open, onClose, entries }: KeysSheetProps) {
  const rows: [keys: readonly string[], meaning: string][] = [
    [['Ctrl', 'K'], 'Search everything (⌘ K on a Mac)'],
    ...entries.flatMap(({ key, label }): typeof rows => (key ? [[['g', key], label]] : [])),
    [['j'], 'Next row of a list'],
    [['k'], 'Previous row of a list'],
    [['Enter'], 'Open the row'],
    [['?'], 'This list'],
  ];
  return (
    <Sheet open={open} onClose={onClose} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2.5 text-sm">
        {rows.map(([keys, meaning]) => (
          <Fragment key={meaning}>
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-7 rounded-sm border border-rule-strong bg-paper px-1.5 py-0.5 text-center font-sans text-xs"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </Fragment>
        ))}
      </dl>
    </Sheet>
  );
}
