import * as z from 'zod/mini';
import {
  LIVE_EVENTS,
  NOTICE_EVENTS,
  type NoticeSettings,
} from '#domain/messages/notice-settings.ts';
import type { Answers } from './answer-call.ts';
import type { Fields, Schema } from './answer-schema.ts';
import type { LiveNotice, OwnNotices, PushedDevice } from './notices.ts';

const text = z.string();
const optionalText = z.nullable(text);

const settings: Schema<NoticeSettings> = z.object({
  screen: z.array(z.enum(LIVE_EVENTS)),
  sound: z.array(z.enum(LIVE_EVENTS)),
  push: z.array(z.enum(NOTICE_EVENTS)),
  quiet_from: optionalText,
  quiet_to: optionalText,
} satisfies Fields<NoticeSettings>);

const device: Schema<PushedDevice> = z.object({
  id: text,
  endpoint: text,
  device: text,
  created_at: text,
  last_ok: optionalText,
} satisfies Fields<PushedDevice>);

const own: Schema<OwnNotices> = z.object({
  settings,
  key: optionalText,
  devices: z.array(device),
} satisfies Fields<OwnNotices>);

const notice: Schema<LiveNotice> = z.object({
  title: text,
  name: optionalText,
  path: text,
} satisfies Fields<LiveNotice>);

/** Answers of the database functions of notices. */
export const NOTICE_ANSWERS = {
  notices: own,
  notice: z.nullable(notice),
  change_notices: z.null(),
  save_push_subscription: text,
  remove_push_subscription: z.null(),
  send_test_notice: z.null(),
} satisfies Answers;
