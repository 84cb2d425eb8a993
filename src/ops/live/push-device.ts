import { saveDevice, sessionId, type DeviceSubscription } from '#data/messages/notices.ts';
import type { StaffApi } from '#data/core/staff-api.ts';
import { deviceName } from './device-name.ts';

/** Which user, session and subscription this browser has saved. */
const SAVED = 'ops-push-device';

/** Time for the service worker of a first visit (ms). */
const WORKER_MS = 5_000;

/** Whether this browser can get notices: `needs-app` on an iPhone or iPad outside of the installed app. */
export function pushSupport(): 'supported' | 'needs-app' | 'unsupported' {
  if ('Notification' in window && 'serviceWorker' in navigator && 'PushManager' in window) {
    return 'supported';
  }
  const isApple =
    /iPhone|iPad/.test(navigator.userAgent) ||
    (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);
  return isApple && !matchMedia('(display-mode: standalone)').matches ? 'needs-app' : 'unsupported';
}

/** The back office's service worker; null where it is switched off. */
async function registration(): Promise<ServiceWorkerRegistration | null> {
  const known = await navigator.serviceWorker.getRegistration('/ops');
  if (known?.active) return known;
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), WORKER_MS));
  return Promise.race([navigator.serviceWorker.ready, late]);
}

/** This browser's subscription; null without one. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  if (pushSupport() !== 'supported') return null;
  return (await registration())?.pushManager.getSubscription() ?? null;
}

/**
 * Asks the user for permission, subscribes this browser and saves it. Call it from a tap.
 * @param key public key of the studio
 * @throws {Error} with a sentence for the screen, or the failure of saving it
 */
export async function turnOnDevice(api: StaffApi, userId: string, key: string): Promise<void> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') throw new Error('The browser was not allowed to show notices.');
  const worker = await registration();
  if (!worker) throw new Error('Notices on devices are switched off for this site.');
  const applicationServerKey = key;
  const former = await worker.pushManager.getSubscription();
  if (former && !isFor(former, key)) await former.unsubscribe();
  const subscription = await worker.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey })
    .catch((error: unknown) => {
      throw new Error('The push service of this browser did not answer. Please try again.', {
        cause: error,
      });
    });
  await save(api, userId, subscription);
}

/** Forgets this browser's subscription, here and at the push service. */
export async function forgetDevice(): Promise<void> {
  localStorage.removeItem(SAVED);
  await (await currentSubscription())?.unsubscribe();
}

/**
 * Saves this browser's subscription again where the push service has renewed it, or where the same user has signed in
 * again since. Without one it does nothing.
 */
export async function keepDevice(api: StaffApi, userId: string): Promise<void> {
  const [user, session, endpoint] = (localStorage.getItem(SAVED) ?? '').split(' ');
  if (user !== userId || pushSupport() !== 'supported') return;
  if (Notification.permission !== 'granted') return;
  const subscription = await currentSubscription();
  if (!subscription) return;
  if (session === (await sessionId(api)) && endpoint === subscription.endpoint) return;
  await save(api, userId, subscription);
}

async function save(api: StaffApi, userId: string, subscription: PushSubscription) {
  await saveDevice(api, describe(subscription));
  const session = await sessionId(api);
  localStorage.setItem(SAVED, `${userId} ${session} ${subscription.endpoint}`);
}

function describe(subscription: PushSubscription): DeviceSubscription {
  const { keys } = subscription.toJSON();
  return {
    endpoint: subscription.endpoint,
    p256dh: keys?.['p256dh'] ?? '',
    auth: keys?.['auth'] ?? '',
    device: deviceName(navigator.userAgent),
  };
}

function isFor({ options }: PushSubscription, key: string): boolean {
  if (!options.applicationServerKey) return false;
  const bytes = String.fromCodePoint(...new Uint8Array(options.applicationServerKey));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === key;
}
