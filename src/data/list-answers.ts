import * as z from 'zod/mini';
import type { ListPage } from './list.ts';
import type { Fields, Schema } from './answer-schema.ts';

/** A page of a list, with rows of this shape. */
export const listPage = <Row>(row: Schema<Row>): Schema<ListPage<Row>> =>
  z.object({
    items: z.array(row),
    total: z.nullable(z.number()),
    total_is_exact: z.boolean(),
    next: z.nullable(z.string()),
  } satisfies Fields<ListPage<Row>>);
