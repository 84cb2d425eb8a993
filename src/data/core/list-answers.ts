import * as z from 'zod/mini';
import { optionalCount, optionalText } from '#domain/shape.ts';

/** The schema of one page of a list. */
export const listPage = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({
    items: z.array(row),
    /** The number of all rows that match; null where the page was requested by cursor. */
    total: optionalCount,
    /** False where more match: a search counts up to 1,000. */
    total_is_exact: z.boolean(),
    /** Where the next page starts; null on the last. */
    next: optionalText,
  });

/** One page of a list. */
export type ListPage<Row> = z.output<ReturnType<typeof listPage<z.ZodMiniType<Row>>>>;
