import * as z from 'zod/mini';
import { optionalCount, optionalText } from '#domain/shape.ts';
import { timelineRow, lineShortage } from '#domain/timeline/timeline-rows.ts';
import type { Answers } from '../core/answer-call.ts';

/** A part of the timeline. */
const timelinePage = z.object({
  rows: z.array(timelineRow),
  /** Rows in all; null after the first part. */
  total: optionalCount,
  /** False where more match: they are counted up to 1,000, and never after the first part. */
  total_is_exact: z.boolean(),
  /** Where the next part begins; null on the last. */
  next: optionalText,
});
export type TimelinePage = z.output<typeof timelinePage>;

/** Answers of the database functions of the calendar. */
export const TIMELINE_ANSWERS = {
  timeline: timelinePage,
  check_dates: z.array(lineShortage),
} satisfies Answers;
