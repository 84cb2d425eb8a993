import { queryOptions } from '@tanstack/react-query';
import type { LiveEvent, NoticeSettings } from '#domain/messages/notice-settings.ts';
import { retryOnce } from '../core/list.ts';
import { staffKeys } from '../core/query-keys/staff.ts';
import type { StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';
import { NOTICE_ANSWERS, type OwnNotices, type LiveNotice } from './notice-answers.ts';

/** A browser's subscription, with its keys in base64url. */
export interface DeviceSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
  device: string;
}

/** The user's choice of notices, and their devices. */
export function noticesQuery(api: StaffApi) {
  return queryOptions({
    queryKey: staffKeys.notices,
    staleTime: 0,
    retry: retryOnce,
    queryFn: ({ signal }): Promise<OwnNotices> =>
      callFunction(api, NOTICE_ANSWERS, 'notices', {}, signal),
  });
}

/** The words of a notice; null when its record is gone. `record`: uuid of the row that was added. @throws {Failure} */
export async function readNotice(
  api: StaffApi,
  event: LiveEvent,
  record: string,
): Promise<LiveNotice | null> {
  return callFunction(api, NOTICE_ANSWERS, 'notice', { event, record });
}

/** Saves the user's choice. @throws {Failure} */
export async function changeNotices(api: StaffApi, settings: NoticeSettings): Promise<void> {
  await callFunction(api, NOTICE_ANSWERS, 'change_notices', { settings });
}

/** Adds this browser to the user's devices, until its session ends. Returns its id. @throws {Failure} */
export async function saveDevice(api: StaffApi, device: DeviceSubscription): Promise<string> {
  return callFunction(api, NOTICE_ANSWERS, 'save_push_subscription', { ...device });
}

/** Removes one of the user's devices. @throws {Failure} */
export async function removeDevice(api: StaffApi, subscription: string): Promise<void> {
  await callFunction(api, NOTICE_ANSWERS, 'remove_push_subscription', { subscription });
}

/** Sends a test notice to one of the user's devices. @throws {Failure} */
export async function sendTestNotice(api: StaffApi, subscription: string): Promise<void> {
  await callFunction(api, NOTICE_ANSWERS, 'send_test_notice', { subscription });
}

/** Id of this browser's session, which its device lasts as long as; '' without one. */
export async function sessionId(api: StaffApi): Promise<string> {
  const { data } = await api.auth.getSession();
  const [, payload = ''] = data.session?.access_token.split('.') ?? [];
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return String(Object(claims).session_id ?? '');
  } catch {
    return '';
  }
}
