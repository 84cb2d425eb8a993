import * as z from 'zod/mini';
import type { LineAvailability } from '#domain/availability/shortage.ts';
import { ITEM_KINDS } from '#domain/catalogue/kinds/kind.ts';
import { catalogueItem } from './catalogue-answers.ts';
import type { Fields, Schema } from './answer-schema.ts';

const pieces = z.nullable(z.number());

/** The free pieces of an item; days that are not listed have all of them. */
export interface ItemCalendar {
  /** The pieces there are; null where they are not counted or not shown. */
  of: number | null;
  days: { day: string; free: number }[];
}

const lineAvailability: Schema<LineAvailability> = z.object({
  type: z.enum(ITEM_KINDS),
  id: z.string(),
  quantity: z.number(),
  free: pieces,
  of: pieces,
  next_free: z.nullable(z.string()),
} satisfies Fields<LineAvailability>);

const itemCalendar: Schema<ItemCalendar> = z.object({
  of: pieces,
  days: z.array(z.object({ day: z.string(), free: z.number() })),
} satisfies Fields<ItemCalendar>);

/**
 * Answers of the database functions that say what is free.
 * why apart from the catalogue's: they load when a visitor has dates.
 */
export const AVAILABILITY_ANSWERS = {
  availability: z.array(lineAvailability),
  item_calendar: itemCalendar,
  similar_free: z.array(catalogueItem),
};
