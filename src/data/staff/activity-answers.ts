import * as z from 'zod/mini';
import { optionalText } from '#domain/shape.ts';
import { activityPerson, activityEntry } from '#domain/activity/activity.ts';
import type { Answers } from '../core/answer-call.ts';

/** A part of the log. */
const activityPart = z.object({
  rows: z.array(activityEntry),
  /** Cursor of the next page; null on the last. */
  next: optionalText,
});
export type ActivityPart = z.output<typeof activityPart>;

/** Answers of the database functions of the activity log. */
export const ACTIVITY_ANSWERS = {
  activity: activityPart,
  activity_people: z.array(activityPerson),
} satisfies Answers;
