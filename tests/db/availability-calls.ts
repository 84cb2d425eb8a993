import { useStock } from './stock.ts';
import type { CallerName } from './studio.ts';

/** A line of a call. */
export type Line = { type: string; id: string; quantity: number };
/** The call's answer about it. */
export type Answer = Line & { free: number | null; of: number | null; next_free: string | null };
/** Free pieces day by day; days that are not listed have all pieces. */
export type Calendar = { of: number | null; days: { day: string; free: number }[] };

/** A line for `availability`. */
export const line = (id: string, quantity = 1, type = 'prop'): Line => ({ type, id, quantity });

/** `2 of 3`, with the first day on which the line fits where it is not the first of the rental. */
const told = (answers: Answer[], from: string) =>
  answers.map(
    ({ free, of, next_free }) =>
      `${free} of ${of}${next_free === from ? '' : `, next ${next_free}`}`,
  );

/** A studio's stock, and the reads of it as any caller. */
export function useAvailability() {
  const stock = useStock();
  async function availability(
    from: string | null,
    to: string | null,
    items: unknown,
    caller: CallerName = 'anon',
  ): Promise<Answer[]> {
    return stock.studio.as(caller, async (sql) => {
      const [row] = await sql<{ answer: Answer[] }[]>`
        select availability(${from}::text::date, ${to}::text::date, ${JSON.stringify(items)}::text::jsonb) as answer`;
      return row!.answer;
    });
  }

  const read = async (from: string, to: string, items: Line[], caller?: CallerName) =>
    told(await availability(from, to, items, caller), from);

  async function calendar(
    id: string,
    from: string,
    days: number,
    { type = 'prop', caller = 'anon' }: { type?: string; caller?: CallerName } = {},
  ): Promise<Calendar> {
    return stock.studio.as(caller, async (sql) => {
      const [row] = await sql<{ answer: Calendar }[]>`
        select item_calendar(${type}, ${id}, ${from}::date, ${days}) as answer`;
      return row!.answer;
    });
  }

  async function similar(
    id: string,
    [from, to]: [string, string],
    {
      quantity = 1,
      type = 'prop',
      caller = 'anon',
      without = [],
    }: { quantity?: number; type?: string; caller?: CallerName; without?: string[] } = {},
  ) {
    return stock.studio.as(caller, async (sql) => {
      const [row] = await sql<{ answer: { name: string; free: number; of: number }[] }[]>`
        select similar_free(${type}, ${id}, ${from}::date, ${to}::date, ${quantity}, ${without}) as answer`;
      return row!.answer;
    });
  }

  async function searched(
    [from, to]: [string, string],
    {
      only = false,
      caller = 'anon',
      q = '',
    }: { only?: boolean; caller?: CallerName; q?: string } = {},
  ) {
    return stock.studio.as(caller, async (sql) => {
      type Page = {
        total: number;
        free_total?: number | null;
        availability: string;
        items: Answer[];
      };
      const [row] = await sql<{ page: Page }[]>`
        select search_catalogue('prop', ${q}, rental_from => ${from}::date, rental_to => ${to}::date,
          only_free => ${only}) as page`;
      return row!.page;
    });
  }
  return { stock, availability, read, calendar, similar, searched };
}
