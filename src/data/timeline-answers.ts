import * as z from 'zod/mini';
import { ITEM_KINDS } from '#domain/catalogue/kinds/kind.ts';
import type {
  BarRental,
  LineShortage,
  TimelineBar,
  TimelineRow,
} from '#domain/timeline/timeline-rows.ts';
import type { Answers } from './answer-call.ts';
import type { Fields, Schema } from './answer-schema.ts';
import type { TimelinePage } from './timeline.ts';

const text = z.string();
const optionalText = z.nullable(text);
const count = z.number();
const optionalCount = z.nullable(count);

const rental: Schema<BarRental> = z.object({
  id: text,
  number: text,
  customer: optionalText,
  customer_id: text,
} satisfies Fields<BarRental>);

const bar: Schema<TimelineBar> = z.object({
  id: text,
  kind: z.enum(['rental', 'hold', 'out_of_service', 'sub_rental']),
  status: z.enum(['held', 'booked', 'out', 'returned', 'released']),
  quantity: count,
  from: text,
  to: text,
  blocked_to: text,
  overdue: z.boolean(),
  lines: z.array(text),
  whole: z.boolean(),
  order: z.nullable(rental),
  enquiry: z.nullable(rental),
  expires_at: optionalText,
  reason: optionalText,
} satisfies Fields<TimelineBar>);

const row: Schema<TimelineRow> = z.object({
  type: z.enum([...ITEM_KINDS, 'order', 'enquiry']),
  id: text,
  code: text,
  name: optionalText,
  category: optionalText,
  of: optionalCount,
  status: optionalText,
  pieces: optionalCount,
  bars: z.array(bar),
  short_days: z.array(text),
} satisfies Fields<TimelineRow>);

const page: Schema<TimelinePage> = z.object({
  rows: z.array(row),
  total: optionalCount,
  total_is_exact: z.boolean(),
  next: optionalText,
} satisfies Fields<TimelinePage>);

const shortLine: Schema<LineShortage> = z.object({
  line: text,
  type: z.enum(ITEM_KINDS),
  id: text,
  name: text,
  quantity: count,
  free: optionalCount,
  days: z.array(text),
} satisfies Fields<LineShortage>);

/** Answers of the database functions of the calendar. */
export const TIMELINE_ANSWERS = {
  timeline: page,
  check_dates: z.array(shortLine),
} satisfies Answers;
