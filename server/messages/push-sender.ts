import webPush from 'web-push';
import type { Attempt, Claimed, Deliver, Outcome } from './delivery.ts';
import { isPushService } from './push-services.ts';

/** A notice for one device, as `private.push_delivery` gives it. */
export interface PushDelivery extends Claimed {
  endpoint: string;
  /** Keys of the browser in base64url (RFC 8291). */
  p256dh: string;
  auth: string;
  /** Seconds for which the push service keeps it for a device that is off. */
  ttl: number;
  /** A later notice with the same topic replaces one that still waits. */
  topic: string;
  /** `mailto:` address of the studio for the push service, or null. */
  contact: string | null;
  payload: { title: string; body: string; tag: string; path: string };
}

/** The key pair that signs notices (VAPID), in base64url. */
export interface PushKeys {
  public_key: string;
  private_key: string;
}

/** A new key pair. */
export function newPushKeys(): PushKeys {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  return { public_key: publicKey, private_key: privateKey };
}

interface PushSenderOptions {
  keys: PushKeys;
  /** Origins of push services beside those of the known browsers. */
  services: readonly string[];
  /** The site's address, which a push service is told where the studio has no e-mail address. */
  origin: string;
  /** Time for one request (ms). */
  timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;

/** Sends notices to the push services of browsers: encrypted for the browser (RFC 8291), signed by the studio (RFC 8292). */
export function createPushSender(options: PushSenderOptions): Deliver<PushDelivery> {
  const { keys, services, timeoutMs = TIMEOUT_MS } = options;
  return async (message, signal) => {
    const { endpoint, p256dh, auth, payload } = message;
    if (!isPushService(endpoint, services)) {
      return refused('Not the address of a known push service');
    }
    let request: webPush.RequestDetails;
    try {
      request = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(payload),
        {
          TTL: message.ttl,
          urgency: 'high',
          topic: message.topic,
          vapidDetails: {
            subject: subjectOf(message.contact, options.origin),
            publicKey: keys.public_key,
            privateKey: keys.private_key,
          },
        },
      );
    } catch {
      return refused('The keys of this device are not valid');
    }
    try {
      const { 'Content-Length': _, ...headers } = request.headers;
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: { ...headers, TTL: String(message.ttl) },
        body: new Uint8Array(request.body ?? []),
        // why: a redirect could lead anywhere.
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      await response.body?.cancel();
      return { outcome: outcomeOf(response, new URL(endpoint).host) };
    } catch (error) {
      const code = String(Object(Object(error).cause).code ?? Object(error).name);
      return { outcome: { result: 'unknown', problem: 'The push service did not answer', code } };
    }
  };
}

const refused = (problem: string): Attempt => ({ outcome: { result: 'refused', problem } });

/** why not the address of a site without HTTPS: Apple refuses every notice with it. */
const subjectOf = (contact: string | null, origin: string): string =>
  contact ?? (origin.startsWith('https:') ? origin : 'mailto:studio@localhost');

/** The meaning of a push service's answer (RFC 8030, sections 5 to 8). */
export function outcomeOf(response: Response, host: string): Outcome {
  const { status } = response;
  if (status >= 200 && status < 300) return { result: 'sent' };
  if (status === 404 || status === 410) return { result: 'gone' };
  const failed = { problem: `${host} answered ${status}`, code: String(status) };
  if (status === 429 || status >= 500) {
    const seconds = secondsOf(response.headers.get('retry-after'));
    return { result: 'later', ...failed, ...(seconds > 0 && { retry_after: seconds }) };
  }
  return { result: 'refused', ...failed };
}

const DAY = 86_400;

/** Seconds that `Retry-After` asks for, at most a day; 0 without one. */
function secondsOf(header: string | null): number {
  if (!header) return 0;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 0), DAY) : 0;
}
