import { queryOptions } from '@tanstack/react-query';
import type { LiveEvent, NoticeSettings } from '#domain/messages/notice-settings.ts';
import { retryOnce } from './list.ts';
import { staffKeys } from './query-keys/staff.ts';
import type { StaffApi } from './staff-api.ts';
import { rpc } from './staff-rpc.ts';

/** A device that gets the user's notices. */
export interface PushedDevice {
  /** uuid */
  id: string;
  /** Its address at the push service. */
  endpoint: string;
  /** `Chrome on Android`. */
  device: string;
  /** ISO times: since when, and when the push service took a notice last. */
  created_at: string;
  last_ok: string | null;
}

/** The user's notices. */
export interface OwnNotices {
  settings: NoticeSettings;
  /** Public key for subscriptions; null while no process sends notices. */
  key: string | null;
  /** Newest first. */
  devices: PushedDevice[];
}

/** A notice as an open page shows it. */
export interface LiveNotice {
  /** `New enquiry ENQ-1007`. */
  title: string;
  /** First name of the customer. */
  name: string | null;
  /** Its page. */
  path: string;
}

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
    queryFn: ({ signal }): Promise<OwnNotices> => rpc(api, 'notices', {}, signal),
  });
}

/** The words of a notice; null when its record is gone. `record`: uuid of the row that was added. @throws {Failure} */
export async function readNotice(
  api: StaffApi,
  event: LiveEvent,
  record: string,
): Promise<LiveNotice | null> {
  return rpc(api, 'notice', { event, record });
}

/** Saves the user's choice. @throws {Failure} */
export async function changeNotices(api: StaffApi, settings: NoticeSettings): Promise<void> {
  await rpc(api, 'change_notices', { settings });
}

/** Adds this browser to the user's devices, until its session ends. Returns its id. @throws {Failure} */
export async function saveDevice(api: StaffApi, device: DeviceSubscription): Promise<string> {
  return rpc(api, 'save_push_subscription', { ...device });
}

/** Removes one of the user's devices. @throws {Failure} */
export async function removeDevice(api: StaffApi, subscription: string): Promise<void> {
  await rpc(api, 'remove_push_subscription', { subscription });
}

/** Sends a test notice to one of the user's devices. @throws {Failure} */
export async function sendTestNotice(api: StaffApi, subscription: string): Promise<void> {
  await rpc(api, 'send_test_notice', { subscription });
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
