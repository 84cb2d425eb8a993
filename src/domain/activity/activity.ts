import * as z from 'zod/mini';
import { optionalText, text } from '../shape.ts';

/** A part of the activity log. Who reads which: docs/product/activity.md. */
export const ACTIVITY_AREAS = ['items', 'lists', 'crm', 'staff', 'settings'] as const;

/** One of {@link ACTIVITY_AREAS}. */
export type ActivityArea = (typeof ACTIVITY_AREAS)[number];

/** Types of records in the log. */
export const ACTIVITY_RECORDS = [
  'item',
  'list',
  'customer',
  'enquiry',
  'order',
  'link',
  'person',
  'setting',
  'availability',
  'picture',
  'document',
  'tax_class',
] as const;

/** Any JSON value. */
export type ActivityValue = unknown;

/** A changed field with its old and new value; null where there was none. */
const activityChange = z.object({
  field: text,
  was: z.optional(z.unknown()),
  became: z.optional(z.unknown()),
});
export type ActivityChange = z.output<typeof activityChange>;

/** A record in the log. */
const activityRecord = z.object({
  type: z.enum(ACTIVITY_RECORDS),
  id: text,
  /** Code, name or number as of the change. */
  label: text,
  /** Kind of an item. */
  kind: optionalText,
  /** Code, number or key that leads to it; null when it is gone. */
  to: optionalText,
});
export type ActivityRecord = z.output<typeof activityRecord>;

/** Somebody whose changes may be in the log. */
export const activityPerson = z.object({
  id: text,
  name: optionalText,
});
export type ActivityPerson = z.output<typeof activityPerson>;

/** A change of one record, or the first of a change of many. */
export const activityEntry = z.object({
  id: text,
  /** ISO 8601. */
  at: text,
  /** The person, with the name of that time; null for a script. */
  person: z.nullable(activityPerson),
  area: z.enum(ACTIVITY_AREAS),
  /** 'created', 'changed', 'removed', or an event of the CRM or of an account. */
  what: text,
  table: text,
  record: activityRecord,
  changes: z.array(activityChange),
  /** Further records of the same change. */
  more: z.number(),
});
export type ActivityEntry = z.output<typeof activityEntry>;

/** The record, or the change of many records, that a list of activity is about. */
export interface ActivitySubject {
  type: ActivityRecord['type'] | 'change';
  id: string;
}
