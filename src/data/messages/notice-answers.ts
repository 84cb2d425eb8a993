import * as z from 'zod/mini';
import { optionalText, text } from '#domain/shape.ts';
import { noticeSettings } from '#domain/messages/notice-settings.ts';
import type { Answers } from '../core/answer-call.ts';

/** A device that gets the user's notices. */
const pushedDevice = z.object({
  /** uuid */
  id: text,
  /** Its address at the push service. */
  endpoint: text,
  /** `Chrome on Android`. */
  device: text,
  /** ISO times: since when, and when the push service took a notice last. */
  created_at: text,
  last_ok: optionalText,
});
export type PushedDevice = z.output<typeof pushedDevice>;

/** The user's notices. */
const ownNotices = z.object({
  settings: noticeSettings,
  /** Public key for subscriptions; null while no process sends notices. */
  key: optionalText,
  /** Newest first. */
  devices: z.array(pushedDevice),
});
export type OwnNotices = z.output<typeof ownNotices>;

/** A notice as an open page shows it. */
const liveNotice = z.object({
  /** `New enquiry ENQ-1007`. */
  title: text,
  /** First name of the customer. */
  name: optionalText,
  /** Its page. */
  path: text,
});
export type LiveNotice = z.output<typeof liveNotice>;

/** Answers of the database functions of notices. */
export const NOTICE_ANSWERS = {
  notices: ownNotices,
  notice: z.nullable(liveNotice),
  change_notices: z.null(),
  save_push_subscription: text,
  remove_push_subscription: z.null(),
  send_test_notice: z.null(),
} satisfies Answers;
