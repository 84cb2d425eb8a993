import { Fragment } from 'react';
import { Sheet } from '#ui/sheet.tsx';
import type { NavigationEntry } from './ops-navigation.ts';
import { SingleKeysField } from './single-keys-field.tsx';

export interface KeysSheetProps {
  open: boolean;
  onClose: () => void;
  entries: readonly NavigationEntry[];
}

/** The keyboard shortcuts of the back office, and the switch for those of single keys. */
export function KeysSheet({ open, onClose, entries }: KeysSheetProps) {
  const rows: [keys: readonly string[], meaning: string][] = [
    [['Ctrl', 'K'], 'Search everything (⌘ K on a Mac)'],
    ...entries.flatMap(({ key, label }): typeof rows => (key ? [[['g', key], label]] : [])),
    [['j'], 'Next row of a list'],
    [['k'], 'Previous row of a list'],
    [['Enter'], 'Open the row'],
    [['↑', '↓'], 'Move among found customers, items and records; Enter takes one'],
    [['2', 'Enter'], 'Pieces of the item that was added last, or any other number'],
    [['Ctrl', 'Enter'], 'Save the form of a new enquiry or order'],
    [['Esc'], 'Close what is open'],
    [['['], 'Earlier days of the calendar'],
    [[']'], 'Later days of the calendar'],
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
      {/* why: it is in the account too, and may have been changed there since. */}
      {open && (
        <div className="mt-6 border-t border-rule pt-4">
          <SingleKeysField />
        </div>
      )}
    </Sheet>
  );
}
