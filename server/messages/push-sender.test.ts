import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPushService, type PushService } from '#tests/support/push-service.ts';
import { createPushSender, newPushKeys, outcomeOf, type PushDelivery } from './push-sender.ts';
import { isPushService } from './push-services.ts';

const keys = newPushKeys();
const started = new Map<'service', PushService>();
const service = () => {
  const known = started.get('service');
  if (!known) throw new Error('The push service runs inside of tests only.');
  return known;
};
beforeAll(async () => void started.set('service', await startPushService()));
afterAll(() => service().close());
beforeEach(() => {
  service().received.length = 0;
  service().rejected.length = 0;
});

const notice = (device = service().subscribe(keys.public_key)): PushDelivery => ({
  id: randomUUID(),
  lease: randomUUID(),
  template: 'enquiry_new',
  ...device,
  ttl: 86_400,
  topic: 'a'.repeat(32),
  contact: 'mailto:studio@studio.test',
  payload: {
    title: 'New enquiry ENQ-1007',
    body: 'आशा 💐',
    tag: 'ENQ-1007',
    path: '/ops/crm?tab=enquiries&open=ENQ-1007',
  },
});
const send = (
  message: PushDelivery,
  { signal = new AbortController().signal, timeoutMs = 5000, services = [service().origin] } = {},
) =>
  createPushSender({ keys, services, origin: 'https://studio.test', timeoutMs })(message, signal);

describe('a notice', () => {
  it('is read by its device only, and signed', async () => {
    const message = notice();
    expect(await send(message)).toEqual({ outcome: { result: 'sent' } });
    expect(service().rejected).toEqual([]);
    expect(service().received).toEqual([
      {
        endpoint: message.endpoint,
        payload: message.payload,
        ttl: 86_400,
        urgency: 'high',
        topic: 'a'.repeat(32),
        subject: 'mailto:studio@studio.test',
      },
    ]);
    const other = service().subscribe(keys.public_key);
    await send({ ...notice(other), p256dh: message.p256dh, auth: message.auth });
    expect(service().rejected).toHaveLength(1);
    expect(service().received).toHaveLength(1);
  });

  it('is refused by a service whose device knows another key', async () => {
    const device = service().subscribe(newPushKeys().public_key);
    expect(await send(notice(device))).toMatchObject({ outcome: { result: 'refused' } });
    expect(service().rejected).toEqual(['Error: signed with another key']);
  });

  it('names the site where the studio has no e-mail address', async () => {
    await send({ ...notice(), contact: null });
    expect(service().received[0]?.subject).toBe('https://studio.test');
  });

  it('with keys that are none is refused before it is sent', async () => {
    const before = service().requests();
    const wrong = Buffer.alloc(65, 7).toString('base64url');
    expect(await send({ ...notice(), p256dh: wrong })).toMatchObject({
      outcome: { result: 'refused', problem: 'The keys of this device are not valid' },
    });
    expect(service().requests()).toBe(before);
  });
});

describe('a push service', () => {
  it.each([
    [{ status: 404 }, { result: 'gone' }],
    [{ status: 410 }, { result: 'gone' }],
    [
      { status: 429, headers: { 'retry-after': '120' } },
      { result: 'later', code: '429', retry_after: 120 },
    ],
    [{ status: 503 }, { result: 'later', code: '503' }],
    [{ status: 403 }, { result: 'refused', code: '403' }],
    [{ status: 413 }, { result: 'refused', code: '413' }],
    [
      { status: 307, headers: { location: 'http://169.254.169.254/' } },
      { result: 'refused', code: '307' },
    ],
    ['disconnect', { result: 'unknown', problem: 'The push service did not answer' }],
  ] as const)('%j: %j', async (behaviour, outcome) => {
    const before = service().requests();
    service().next(behaviour);
    expect(await send(notice())).toMatchObject({ outcome });
    expect(service().requests()).toBe(before + 1);
  });

  it('that hangs is left after a time, or when the process stops', async () => {
    service().next('hang', 'hang');
    expect(await send(notice(), { timeoutMs: 50 })).toMatchObject({
      outcome: { result: 'unknown', code: 'TimeoutError' },
    });
    const stopping = new AbortController();
    const sending = send(notice(), { signal: stopping.signal });
    stopping.abort();
    expect(await sending).toMatchObject({ outcome: { result: 'unknown' } });
  });

  it('that nobody knows is never asked', async () => {
    const before = service().requests();
    expect(await send(notice(), { services: [] })).toMatchObject({
      outcome: { result: 'refused', problem: 'Not the address of a known push service' },
    });
    expect(service().requests()).toBe(before);
  });
});

it.each([
  ['', undefined],
  ['5', 5],
  ['999999999', 86_400],
  ['-5', undefined],
  ['soon', undefined],
  ['Wed, 21 Oct 2015 07:28:00 GMT', undefined],
])('reads Retry-After: %j', (header, seconds) => {
  const response = new Response(null, { status: 429, headers: { 'retry-after': header } });
  expect(outcomeOf(response, 'push.test')).toEqual({
    result: 'later',
    problem: 'push.test answered 429',
    code: '429',
    ...(seconds !== undefined && { retry_after: seconds }),
  });
});

it.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=abc', true],
  ['https://web.push.apple.com/abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/abc', false],
  ['https://user@fcm.googleapis.com/abc', false],
  ['https://fcm.googleapis.com.evil.example/abc', false],
  ['https://evilpush.apple.com/abc', false],
  ['https://169.254.169.254/latest', false],
  ['http://localhost:3000/', false],
  ['https://own.studio.test/abc', true],
  ['https://own.studio.test.evil.example/abc', false],
  ['not an address', false],
])('%s is an address of a push service: %s', (endpoint, is) => {
  expect(isPushService(endpoint, ['https://own.studio.test'])).toBe(is);
});
