import { useMutation, useQueryClient } from '@tanstack/react-query';
import { rentableQuery } from '#data/stock/stock.ts';
import {
  cutText,
  firstChoices,
  MOST_WANTED,
  readWantedList,
  type WantedThing,
} from '#domain/cart/wanted-list.ts';
import type { RentalSpan } from '#domain/crm/record-change.ts';
import type { FoundItem } from '#domain/stock/kit-components.ts';
import { useStaffApi } from '../use-staff-api.ts';

/** An item that a line of the list means, with its pieces. */
export interface FoundLine {
  item: FoundItem;
  quantity: number;
}

/** A list after its lines were looked for. */
export interface FoundList {
  found: readonly FoundLine[];
  /** The lines that were looked for in vain, or not at all. */
  left: readonly WantedThing[];
  /** Parts that were not taken as written, in words; '' without any. */
  cut: string;
}

/** The lines of a pasted text; [] where it is a single one, which is a text like any other. */
export function pastedLines(text: string): WantedThing[] {
  const lines = readWantedList(text);
  return lines.length > 1 ? lines : [];
}

/** Looks the lines of a pasted list up: for each the best item that has all its words, equal words being two items. */
export function usePastedList(period: RentalSpan | null, onFound: (list: FoundList) => void) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const matchesOf = async ({ text }: WantedThing): Promise<readonly FoundItem[]> => {
    const { pages } = await queryClient.fetchInfiniteQuery(rentableQuery(api, text, period));
    const [first] = pages;
    return first && !first.near && !first.partial ? first.items : [];
  };
  const looking = useMutation({
    mutationFn: async (lines: readonly WantedThing[]): Promise<FoundList> => {
      const looked = lines.slice(0, MOST_WANTED);
      // why no failure: a line that could not be read is left, and can be searched again.
      const matches = await Promise.all(looked.map((line) => matchesOf(line).catch(() => [])));
      const ids = firstChoices(matches);
      const items = matches.map((some, at) => some.find(({ id }) => id === ids[at]));
      return {
        found: looked.flatMap(({ quantity }, at) => {
          const item = items[at];
          return item ? [{ item, quantity }] : [];
        }),
        left: lines.filter((_, at) => !items[at]),
        cut: cutText(lines),
      };
    },
    onSuccess: onFound,
  });
  return { isLooking: looking.isPending, look: looking.mutate };
}

/** The lines without one of them. */
export function withoutLine(
  left: readonly WantedThing[],
  { text, quantity }: WantedThing,
): readonly WantedThing[] {
  const at = left.findIndex((line) => line.text === text && line.quantity === quantity);
  return at < 0 ? left : left.toSpliced(at, 1);
}
