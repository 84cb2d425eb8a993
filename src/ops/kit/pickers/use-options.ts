import { useId, useState, type KeyboardEvent } from 'react';

/**
 * The keys of a combobox, by the ARIA pattern: arrows move through the options of its list, Home and End stay in the
 * text. The caller picks the option at `at` on Enter, and calls `reset` for other options.
 * @param count of the options
 */
export function useOptions(count: number) {
  const listId = useId();
  const [wanted, setWanted] = useState(0);
  const at = Math.min(wanted, count - 1);
  const optionId = (place: number) => `${listId}-${place}`;
  return {
    /** The place of the marked option; -1 without any. */
    at,
    reset: () => setWanted(0),
    /** Whether the key was an arrow, which is used up. */
    move: (event: KeyboardEvent): boolean => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step || count === 0) return false;
      event.preventDefault();
      const next = (at + step + count) % count;
      setWanted(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
      return true;
    },
    /** Props of the input. */
    input: {
      role: 'combobox',
      'aria-expanded': count > 0,
      'aria-controls': listId,
      'aria-autocomplete': 'list',
      'aria-activedescendant': at < 0 ? undefined : optionId(at),
      autoComplete: 'off',
      spellCheck: false,
    },
    /** Props of the list. */
    list: { id: listId, role: 'listbox' },
    /** Id of the option at a place. */
    optionId,
  } as const;
}
