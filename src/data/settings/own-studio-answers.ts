import * as z from 'zod/mini';
import { count, text } from '#domain/shape.ts';
import type { Answers } from '../core/answer-call.ts';

/** Records of one sort that "start with my own" removes. */
const demoRecords = z.object({
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
  count,
  /** Records made since the demo was filled in. */
  since: z.number(),
  /** The newest 20 of those, by number or name. */
  newest: z.array(text),
});
export type DemoRecords = z.output<typeof demoRecords>;

/** A studio with demo data. */
const demoStudio = z.object({
  /** ISO. */
  filled_at: text,
  counted_at: text,
  /** The last whole backup; null for none. */
  backup: z.nullable(z.object({ at: text, file: text, bytes: z.number() })),
  /** Empty unless requested. */
  records: z.array(demoRecords),
});
export type DemoStudio = z.output<typeof demoStudio>;

/** Answers of the database functions that remove the demo data. */
export const OWN_STUDIO_ANSWERS = {
  demo_studio: z.nullable(demoStudio),
  start_own_studio: z.object({ removed_at: text }),
} satisfies Answers;
