import { useMedia } from '#ui/use-media.ts';
import type { ItemColumn, ManagerDefinition } from '../shared/manager-context.ts';
import { useStoredPreference } from '../../kit/use-stored-preference.ts';

/** Marks a column in the preference that is shown although it does not fit. */
const SHOWN = '+';

/** Window widths in rem from which the columns of stock fit beside the others. */
const STOCK_COLUMNS_FROM = { free_today: 80, next_reserved: 90 };

/**
 * Keys of a manager's hidden columns and their setter: those that the user hid, and those that do not fit
 * and that the user did not show.
 */
export function useHiddenColumns(
  { kind: { kind }, stockColumnsFrom = STOCK_COLUMNS_FROM }: ManagerDefinition,
  columns: readonly ItemColumn[],
): [hidden: string[], set: (hidden: readonly string[]) => void] {
  const [preference, store] = useStoredPreference(`ops-columns:${kind}`);
  const stored = preference ? preference.split(',') : [];
  const fits = {
    free_today: useMedia(`(min-width: ${stockColumnsFrom.free_today}rem)`),
    next_reserved: useMedia(`(min-width: ${stockColumnsFrom.next_reserved}rem)`),
  };
  const isTooMuch = (key: string) => key in fits && !fits[key as keyof typeof fits];
  const hidden = columns
    .map(({ key }) => key)
    .filter((key) => stored.includes(key) || (isTooMuch(key) && !stored.includes(SHOWN + key)));
  const set = (next: readonly string[]) => {
    const wanted = columns.flatMap(({ key }) => {
      if (!next.includes(key))
        return isTooMuch(key) || stored.includes(SHOWN + key) ? [SHOWN + key] : [];
      // why: hidden for its width only, it appears again in a wider window.
      return isTooMuch(key) && !stored.includes(key) ? [] : [key];
    });
    store(wanted.join(','));
  };
  return [hidden, set];
}
