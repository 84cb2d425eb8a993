import * as z from 'zod/mini';
import type { Answers } from './answer-call.ts';
import type { Fields, Schema } from './answer-schema.ts';
import type { DemoRecords, DemoStudio } from './own-studio.ts';

const text = z.string();

const records: Schema<DemoRecords> = z.object({
  what: z.enum([
    'items',
    'lists',
    'customers',
    'enquiries',
    'orders',
    'documents',
    'payments',
    'messages',
    'notes',
    'pictures',
  ]),
  count: z.number(),
  since: z.number(),
  newest: z.array(text),
} satisfies Fields<DemoRecords>);

const demo: Schema<DemoStudio> = z.object({
  filled_at: text,
  counted_at: text,
  backup: z.nullable(
    z.object({ at: text, file: text, bytes: z.number() } satisfies Fields<
      NonNullable<DemoStudio['backup']>
    >),
  ),
  records: z.array(records),
} satisfies Fields<DemoStudio>);

/** Answers of the database functions that remove the demo data. */
export const OWN_STUDIO_ANSWERS = {
  demo_studio: z.nullable(demo),
  start_own_studio: z.object({ removed_at: text }),
} satisfies Answers;
