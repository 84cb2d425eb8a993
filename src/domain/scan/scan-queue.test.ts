import { describe, expect, it } from 'vitest';
import type { NextStep, ScanAnswer } from './scan.ts';
import { scanAddress, scannedCode } from './scan.ts';
import {
  newScan,
  parseQueue,
  REPEATABLE_MS,
  retried,
  sendQueue,
  waiting,
  type SendOutcome,
  type QueuedScan,
  type StepCall,
} from './scan-queue.ts';

const NOW = new Date('2026-11-22T06:00:00Z');

const next = (code: string, step: NextStep['step'], order = 'ORD-00012'): NextStep => ({
  step,
  order_id: `id of ${order}`,
  order_number: order,
  customer: 'Asha Rao',
  line: `line of ${code}`,
  item: `item ${code}`,
  quantity: 1,
  day: '2026-11-22',
});
const answer = (code: string, steps: NextStep[]): ScanAnswer => ({
  item: {
    type: 'prop',
    id: `item ${code}`,
    name: `Name of ${code}`,
    code,
    image: null,
    place: null,
    quantity: 1,
    free_today: 1,
  },
  piece: null,
  out: [],
  next: steps,
});

/** A server that takes each key once, and a browser with the queue as text. */
function studio(known: Record<string, NextStep[]>, now = NOW) {
  const moved = new Map<string, StepCall>();
  const world = {
    text: '[]',
    sent: [] as [key: string, call: StepCall][],
    done: [] as string[],
    moved,
    /** The next answers of `send`, in order; without one it works. */
    faults: [] as ('lost before' | 'lost after' | 'refused')[],
    isAway: false,
    now,
    add: (code: string, step: NextStep['step'], at = now) =>
      world.update((queue) => [
        ...queue,
        newScan({ key: `key ${queue.length} ${code}`, code, step }, at),
      ]),
    read: () => parseQueue(world.text),
    update: (change: (queue: readonly QueuedScan[]) => QueuedScan[]) => {
      world.text = JSON.stringify(change(parseQueue(world.text)));
    },
    run: () =>
      sendQueue<string>({
        read: world.read,
        update: world.update,
        lookUp: async (code): Promise<SendOutcome<ScanAnswer>> =>
          world.isAway
            ? { state: 'unanswered' }
            : {
                state: 'done',
                answer: known[code]
                  ? answer(code, known[code])
                  : { item: null, piece: null, out: [], next: [] },
              },
        send: async (call, key) => {
          world.sent.push([key, call]);
          const fault = world.isAway ? 'lost before' : world.faults.shift();
          if (fault === 'lost before') return { state: 'unanswered' };
          if (fault === 'refused') return { state: 'refused', message: 'No.' };
          const earlier = moved.get(key);
          // As the server does for a key with another body.
          if (earlier && JSON.stringify(call) !== JSON.stringify(earlier)) {
            throw new Error('idempotency_key_reused');
          }
          moved.set(key, call);
          return fault === 'lost after' ? { state: 'unanswered' } : { state: 'done', answer: key };
        },
        onDone: ({ code }) => world.done.push(code),
        now: () => world.now,
      }),
  };
  return world;
}

describe('the queue of scans', () => {
  it('sends scans in order, each once, and is empty then', async () => {
    const world = studio({
      'PRP-1': [next('PRP-1', 'take_back', 'ORD-1'), next('PRP-1', 'hand_over')],
      'PRP-2': [next('PRP-2', 'hand_over')],
    });
    world.add('PRP-1', 'hand_over');
    world.add('PRP-2', 'hand_over');
    expect(await world.run()).toBe(true);
    expect(world.done).toEqual(['PRP-1', 'PRP-2']);
    expect(world.sent.map(([, call]) => [call.item, call.order_number, call.quantity])).toEqual([
      ['item PRP-1', 'ORD-00012', 1],
      ['item PRP-2', 'ORD-00012', 1],
    ]);
    expect(world.read()).toEqual([]);
  });

  it('keeps scans without a connection, and sends them when it is back', async () => {
    const world = studio({ 'PRP-1': [next('PRP-1', 'hand_over')] });
    world.isAway = true;
    world.add('PRP-1', 'hand_over');
    expect(await world.run()).toBe(false);
    expect(waiting(world.read())).toHaveLength(1);
    world.isAway = false;
    expect(await world.run()).toBe(true);
    expect(world.moved.size).toBe(1);
  });

  it('repeats the same call with the same key when an answer was lost, and moves nothing twice', async () => {
    const steps = [next('PRP-1', 'hand_over')];
    const world = studio({ 'PRP-1': steps });
    world.faults = ['lost after'];
    world.add('PRP-1', 'hand_over');
    expect(await world.run()).toBe(false);
    // The order needs another line now; the stored call stays the same.
    steps.unshift(next('PRP-1', 'hand_over', 'ORD-00099'));
    expect(await world.run()).toBe(true);
    expect(world.sent).toHaveLength(2);
    expect(world.sent[1]).toEqual(world.sent[0]);
    expect([...world.moved.values()].map((call) => call.order_number)).toEqual(['ORD-00012']);
  });

  it('goes on after a crash between the lookup and the answer', async () => {
    const world = studio({ 'PRP-1': [next('PRP-1', 'hand_over')] });
    world.faults = ['lost before'];
    world.add('PRP-1', 'hand_over');
    await world.run();
    const stored = world.read()[0];
    expect(stored?.call).toMatchObject({ order_number: 'ORD-00012' });
    expect(stored?.sent_at).toBe(NOW.toISOString());
    const after = studio({});
    after.text = world.text;
    expect(await after.run()).toBe(true);
    expect(after.done).toEqual(['PRP-1']);
  });

  it('lists refusals with a sentence and goes on with the next scan', async () => {
    const world = studio({
      'PRP-1': [next('PRP-1', 'hand_over')],
      'PRP-2': [next('PRP-2', 'hand_over')],
    });
    world.faults = ['refused'];
    for (const code of ['PRP-1', 'PRP-9', 'PRP-2']) world.add(code, 'hand_over');
    world.add('PRP-2', 'take_back');
    expect(await world.run()).toBe(true);
    expect(world.done).toEqual(['PRP-2']);
    expect(world.read().map(({ code, refusal }) => [code, refusal])).toEqual([
      ['PRP-1', 'No.'],
      ['PRP-9', 'No item has the code PRP-9. Check the label, or search by name.'],
      ['PRP-2', 'PRP-2 is not out for any order. Check the number on the label.'],
    ]);
    world.update((queue) =>
      queue.map((scan) => (scan.code === 'PRP-1' ? retried(scan, 'new key') : scan)),
    );
    expect(await world.run()).toBe(true);
    expect(world.done).toEqual(['PRP-2', 'PRP-1']);
    expect(world.sent.at(-1)?.[0]).toBe('new key');
  });

  it('takes scans that are added while it sends', async () => {
    const world = studio({ 'PRP-1': [next('PRP-1', 'hand_over')] });
    world.add('PRP-1', 'hand_over');
    const running = world.run();
    world.add('PRP-1', 'hand_over');
    expect(await running).toBe(true);
    expect(world.done).toHaveLength(2);
  });

  it('never repeats an attempt that the server may have forgotten', async () => {
    const world = studio({ 'PRP-1': [next('PRP-1', 'hand_over')] });
    world.faults = ['lost after'];
    world.add('PRP-1', 'hand_over');
    await world.run();
    world.now = new Date(NOW.getTime() + REPEATABLE_MS + 1);
    expect(await world.run()).toBe(true);
    expect(world.sent).toHaveLength(1);
    expect(world.read()[0]?.refusal).toContain('Look in ORD-00012 whether it was saved');
  });

  it('says the day of the scan, with a reason once that day is over', async () => {
    const world = studio({ 'PRP-1': [next('PRP-1', 'hand_over')] });
    // 23:59 in the studio, sent at 11:30 the next day.
    world.add('PRP-1', 'hand_over', new Date('2026-11-21T18:29:00Z'));
    await world.run();
    expect(world.sent[0]?.[1]).toMatchObject({
      day: '2026-11-21',
      reason: 'Scanned without a connection',
    });
  });

  it('drops stored entries that cannot be read, and only those', () => {
    const good = newScan({ key: 'k', code: 'PRP-1', step: 'hand_over' }, NOW);
    expect(parseQueue(JSON.stringify([{ key: 1 }, good, null]))).toEqual([good]);
    for (const text of [null, '', '{', '{}', '7']) expect(parseQueue(text)).toEqual([]);
  });
});

describe('a scanned text', () => {
  it('is a code or an address that ends in one', () => {
    for (const text of [
      'PRP-00012-03',
      ' prp-00012-03\n',
      scanAddress('https://studio.example', 'PRP-00012-03'),
      'http://10.0.0.7:3000/ops/scan/PRP-00012-03?x=1#y',
    ]) {
      expect(scannedCode(text)).toBe('PRP-00012-03');
    }
    for (const text of ['', 'https://example.com/', 'a b', '<b>', 'x'.repeat(41)]) {
      expect(scannedCode(text)).toBe(null);
    }
  });
});
