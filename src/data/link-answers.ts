import * as z from 'zod/mini';
import { ITEM_KINDS } from '#domain/catalogue/kinds/kind.ts';
import type { FoundRecord } from '#domain/crm/found-record.ts';
import type { Answers } from './answer-call.ts';
import type { Fields, Schema } from './answer-schema.ts';
import type { MadeLink, SharedLink } from './links.ts';

const text = z.string();
const optionalText = z.nullable(text);

const found: Schema<FoundRecord> = z.object({
  what: z.enum(['customer', 'enquiry', 'order', 'item', 'piece']),
  id: text,
  number: text,
  title: optionalText,
  type: z.nullable(z.enum(ITEM_KINDS)),
  mobile: optionalText,
  status: optionalText,
  rental_from: optionalText,
  rental_to: optionalText,
  active: z.boolean(),
} satisfies Fields<FoundRecord>);

const made: Schema<MadeLink> = z.object({ id: text, secret: text } satisfies Fields<MadeLink>);

const link: Schema<SharedLink> = z.object({
  id: text,
  kind: z.enum(['calendar', 'day_sheet']),
  subject: z.enum(['studio', 'staff', 'crew']),
  name: optionalText,
  day: optionalText,
  created_at: text,
  created_by: optionalText,
  last_opened: optionalText,
} satisfies Fields<SharedLink>);

/** Answers of the database functions of the command palette and of shared links. */
export const LINK_ANSWERS = {
  search_desk: z.array(found),
  make_calendar_link: made,
  make_day_sheet_link: made,
  calendar_links: z.array(link),
  revoke_link: z.object({ id: text }),
} satisfies Answers;
