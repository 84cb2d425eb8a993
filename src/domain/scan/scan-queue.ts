import * as z from 'zod/mini';
import { HOUR_MS, studioToday, type StudioDate } from '../days.ts';
import type { NextStep, ScanAnswer, ScanStep } from './scan.ts';
import { noStepText } from './scan-text.ts';

/** A hand-over or return of one item, ready to send. */
const stepCall = z.object({
  step: z.enum(['hand_over', 'take_back']),
  order_id: z.string(),
  order_number: z.string(),
  line: z.string(),
  item: z.string(),
  name: z.string(),
  quantity: z.number(),
  /** Ids of numbered pieces; null where none was scanned. */
  pieces: z.nullable(z.array(z.string())),
  /** The day of the scan. */
  day: z.string(),
  /** Required by the server for a day before today; null else. */
  reason: z.nullable(z.string()),
});

/** A hand-over or return of one item, ready to send. */
export type StepCall = z.output<typeof stepCall>;

const queuedScan = z.object({
  /** Idempotency key of the call. */
  key: z.string(),
  code: z.string(),
  step: z.enum(['hand_over', 'take_back']),
  /** When it was scanned, ISO. */
  at: z.string(),
  /** Null until the code was looked up. Stored before the first attempt, so that each attempt is the same call. */
  call: z.nullable(stepCall),
  /** When it was first sent, ISO; null before. */
  sent_at: z.nullable(z.string()),
  /** Why the server refused it; null while it waits. */
  refusal: z.nullable(z.string()),
});

/** A scan that the server has not confirmed. */
export type QueuedScan = z.output<typeof queuedScan>;

/**
 * Milliseconds for which an attempt without an answer may be repeated. The server remembers keys for 24 hours; later
 * a repeat could take effect a second time.
 */
export const REPEATABLE_MS = 23 * HOUR_MS;

/** The queue in a stored text; entries that cannot be read are dropped. */
export function parseQueue(text: string | null): QueuedScan[] {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry: unknown) => z.safeParse(queuedScan, entry).data ?? []);
}

/** A new entry of the queue. @param call where the step is known already */
export function newScan(
  scan: { key: string; code: string; step: ScanStep },
  now: Date,
  call: StepCall | null = null,
): QueuedScan {
  const { key, code, step } = scan;
  return { key, code, step, at: now.toISOString(), call, sent_at: null, refusal: null };
}

/** Scans that still have to be sent; the others were refused. */
export function waiting(queue: readonly QueuedScan[]): QueuedScan[] {
  return queue.filter(({ refusal }) => refusal === null);
}

/**
 * The call of one step for one scanned item or piece.
 * @param day of the scan
 */
export function callOf(
  { item, piece }: Pick<ScanAnswer, 'item' | 'piece'>,
  next: NextStep,
  { quantity = 1, day, today }: { quantity?: number; day: StudioDate; today: StudioDate },
): StepCall {
  const { step, order_id, order_number, line } = next;
  return {
    step,
    order_id,
    order_number,
    line,
    item: next.item,
    name: item?.name ?? '',
    quantity,
    pieces: piece ? [piece.id] : null,
    day,
    reason: day < today ? 'Scanned without a connection' : null,
  };
}

/** The outcome of an attempt: done, refused with a sentence, or without an answer. */
export type SendOutcome<Answer> =
  | { state: 'done'; answer: Answer }
  | { state: 'refused'; message: string }
  | { state: 'unanswered' };

/** The storage of the queue and its connection to the server. */
export interface ScanQueueIo<Answer> {
  read: () => QueuedScan[];
  /** Stores a change of the queue, which may have grown meanwhile. */
  update: (change: (queue: readonly QueuedScan[]) => QueuedScan[]) => void;
  lookUp: (code: string) => Promise<SendOutcome<ScanAnswer>>;
  send: (call: StepCall, key: string) => Promise<SendOutcome<Answer>>;
  onDone: (scan: QueuedScan, call: StepCall, answer: Answer) => void;
  now: () => Date;
}

/**
 * Sends the waiting scans in order until none is left or one gets no answer. Each is stored with its call before it
 * is sent, so a repeat after a crash is the same call with the same key and has no second effect.
 * @returns whether no scan waits any more
 */
export async function sendQueue<Answer>(io: ScanQueueIo<Answer>): Promise<boolean> {
  for (;;) {
    const [scan] = waiting(io.read());
    if (!scan) return true;
    const change = (next: Partial<QueuedScan>) =>
      io.update((queue) => queue.map((one) => (one.key === scan.key ? { ...one, ...next } : one)));
    const call = scan.call ?? (await resolve(io, scan));
    if (call === null) return false;
    if (typeof call === 'string') {
      change({ refusal: call });
      continue;
    }
    const now = io.now();
    if (scan.sent_at && now.getTime() - Date.parse(scan.sent_at) > REPEATABLE_MS) {
      change({ refusal: lateText(call) });
      continue;
    }
    change({ call, sent_at: scan.sent_at ?? now.toISOString() });
    const sent = await io.send(call, scan.key);
    if (sent.state === 'unanswered') return false;
    if (sent.state === 'refused') {
      change({ refusal: sent.message });
      continue;
    }
    io.update((queue) => queue.filter(({ key }) => key !== scan.key));
    io.onDone(scan, call, sent.answer);
  }
}

/** The call of a scan by its code; a sentence where there is none; null without an answer. */
async function resolve<Answer>(
  io: ScanQueueIo<Answer>,
  scan: QueuedScan,
): Promise<StepCall | string | null> {
  const found = await io.lookUp(scan.code);
  if (found.state === 'unanswered') return null;
  if (found.state === 'refused') return found.message;
  const next = found.answer.next.find(({ step }) => step === scan.step);
  return next
    ? callOf(found.answer, next, {
        day: studioToday(new Date(scan.at)),
        today: studioToday(io.now()),
      })
    : noStepText(scan.code, scan.step, found.answer);
}

const lateText = ({ order_number }: StepCall) =>
  `It was sent more than a day ago and never answered. Look in ${order_number} whether it was saved, then remove it here.`;

/**
 * A refused scan, to be tried again as if it had just been looked up for the first time.
 * @param key a new one
 */
export function retried(scan: QueuedScan, key: string): QueuedScan {
  return { ...scan, key, call: null, sent_at: null, refusal: null };
}
