import * as z from 'zod/mini';
import { optionalDate, optionalText, text } from '#domain/shape.ts';
import { foundRecord } from '#domain/crm/found-record.ts';
import type { Answers } from '../core/answer-call.ts';
import { madeLink } from '../core/made-link.ts';

/** A valid link. */
const sharedLink = z.object({
  /** uuid */
  id: text,
  kind: z.enum(['calendar', 'day_sheet']),
  subject: z.enum(['studio', 'staff', 'crew']),
  /** Name of the member of staff or crew. */
  name: optionalText,
  /** Of a day sheet. */
  day: optionalDate,
  /** ISO. */
  created_at: text,
  /** Name of the member of staff. */
  created_by: optionalText,
  /** Day on which somebody opened it last. */
  last_opened: optionalDate,
});
export type SharedLink = z.output<typeof sharedLink>;

/** Answers of the database functions of the command palette and of shared links. */
export const LINK_ANSWERS = {
  search_desk: z.array(foundRecord),
  make_calendar_link: madeLink,
  make_day_sheet_link: madeLink,
  calendar_links: z.array(sharedLink),
  revoke_link: z.object({ id: text }),
} satisfies Answers;
