import { expect, it } from 'vitest';
import { createSender } from './queue-sender.ts';

it('sends once at a time, and again for what is added meanwhile', async () => {
  const queue = ['first'];
  const sent: string[] = [];
  let running = 0;
  const sender = createSender({
    name: 'a queue',
    mayRun: () => true,
    run: async () => {
      running += 1;
      expect(running).toBe(1);
      const batch = queue.splice(0);
      await Promise.resolve();
      sent.push(...batch);
      running -= 1;
      return true;
    },
    onEnd: () => {},
  });
  const first = sender.send();
  queue.push('second');
  await Promise.all([first, sender.send()]);
  expect(sent).toEqual(['first', 'second']);
});

it('sends nothing while it may not', async () => {
  let runs = 0;
  const sender = createSender({
    name: 'a queue',
    mayRun: () => false,
    run: async () => {
      runs += 1;
      return true;
    },
    onEnd: () => {},
  });
  await sender.send();
  expect(runs).toBe(0);
});
