import * as z from 'zod/mini';
import {
  ACTIVITY_AREAS,
  ACTIVITY_RECORDS,
  type ActivityChange,
  type ActivityEntry,
  type ActivityPerson,
  type ActivityRecord,
} from '#domain/activity/activity.ts';
import type { ActivityPart } from './activity.ts';
import type { Answers } from './answer-call.ts';
import type { Fields, Schema } from './answer-schema.ts';

const text = z.string();
const optionalText = z.nullable(text);

const person: Schema<ActivityPerson> = z.object({
  id: text,
  name: optionalText,
} satisfies Fields<ActivityPerson>);

const record: Schema<ActivityRecord> = z.object({
  type: z.enum(ACTIVITY_RECORDS),
  id: text,
  label: text,
  kind: optionalText,
  to: optionalText,
} satisfies Fields<ActivityRecord>);

const change: Schema<ActivityChange> = z.object({
  field: text,
  was: z.unknown(),
  became: z.unknown(),
} satisfies Fields<ActivityChange>);

const entry: Schema<ActivityEntry> = z.object({
  id: text,
  at: text,
  person: z.nullable(person),
  area: z.enum(ACTIVITY_AREAS),
  what: text,
  table: text,
  record,
  changes: z.array(change),
  more: z.number(),
} satisfies Fields<ActivityEntry>);

const page: Schema<ActivityPart> = z.object({
  rows: z.array(entry),
  next: optionalText,
} satisfies Fields<ActivityPart>);

/** Answers of the database functions of the activity log. */
export const ACTIVITY_ANSWERS = {
  activity: page,
  activity_people: z.array(person),
} satisfies Answers;
