import type * as z from 'zod/mini';
import { callFunction, type Arguments } from './answer-call.ts';
import { ACTIVITY_ANSWERS } from './activity-answers.ts';
import { CRM_ANSWERS } from './crm-answers.ts';
import { DESK_ANSWERS } from './desk-answers.ts';
import { DOCUMENT_ANSWERS } from './document-answers.ts';
import { INVENTORY_ANSWERS } from './inventory-answers.ts';
import { LINK_ANSWERS } from './link-answers.ts';
import { MESSAGE_ANSWERS } from './message-answers.ts';
import { MONEY_ANSWERS } from './money-answers.ts';
import { NOTICE_ANSWERS } from './notice-answers.ts';
import { ORDER_CHANGE_ANSWERS } from './order-change-answers.ts';
import { OWN_STUDIO_ANSWERS } from './own-studio-answers.ts';
import { PIECE_ANSWERS } from './piece-answers.ts';
import { REGISTER_ANSWERS } from './register-answers.ts';
import { RESERVATION_ANSWERS } from './reservation-answers.ts';
import { SECOND_FACTOR_ANSWERS } from './second-factor-answers.ts';
import type { StaffApi } from './staff-api.ts';
import { SETTING_ANSWERS } from './setting-answers.ts';
import { STOCK_ANSWERS } from './stock-answers.ts';
import { TIMELINE_ANSWERS } from './timeline-answers.ts';

/** Answers of the database functions that staff call. */
export const STAFF_ANSWERS = {
  ...ACTIVITY_ANSWERS,
  ...CRM_ANSWERS,
  ...DESK_ANSWERS,
  ...DOCUMENT_ANSWERS,
  ...INVENTORY_ANSWERS,
  ...LINK_ANSWERS,
  ...MESSAGE_ANSWERS,
  ...MONEY_ANSWERS,
  ...NOTICE_ANSWERS,
  ...ORDER_CHANGE_ANSWERS,
  ...OWN_STUDIO_ANSWERS,
  ...PIECE_ANSWERS,
  ...REGISTER_ANSWERS,
  ...RESERVATION_ANSWERS,
  ...SECOND_FACTOR_ANSWERS,
  ...SETTING_ANSWERS,
  ...STOCK_ANSWERS,
  ...TIMELINE_ANSWERS,
};

type Parsed = { [Name in keyof typeof STAFF_ANSWERS]: z.output<(typeof STAFF_ANSWERS)[Name]> };

/** Calls a database function as the signed-in member of staff. @throws {Failure} */
export async function rpc<Name extends keyof Parsed>(
  api: StaffApi,
  name: Name,
  args: Arguments<Name>,
  signal?: AbortSignal,
): Promise<Parsed[Name]> {
  return callFunction<Parsed, Name>(api, STAFF_ANSWERS, name, args, signal);
}
