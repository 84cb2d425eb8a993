import { expect, it } from 'vitest';
import type { SendOutcome } from '../scan/scan-queue.ts';
import { PHOTO_KEPT_MS, sendPhotos, type WaitingPhoto } from './photo-queue.ts';

const NOW = new Date('2026-11-23T10:00:00Z');
const photo = (name: string, age = 0): WaitingPhoto => ({
  name,
  userId: 'u',
  at: new Date(NOW.getTime() - age).toISOString(),
  picture: new Blob([name]),
});

/** A queue, and a server that gives these outcomes in order and then accepts. */
function queueOf(waiting: readonly WaitingPhoto[], outcomes: SendOutcome<null>[] = []) {
  let left = waiting;
  const sent: string[] = [];
  const refused: string[] = [];
  const run = () =>
    sendPhotos({
      read: async () => left,
      send: async ({ name }) => {
        sent.push(name);
        return outcomes.shift() ?? { state: 'done', answer: null };
      },
      remove: async (name) => {
        left = left.filter((one) => one.name !== name);
      },
      onRefused: ({ name }, message) => refused.push(`${name}: ${message}`),
      now: () => NOW,
    });
  return { run, sent, refused, left: () => left.map(({ name }) => name) };
}

it('photos are uploaded in order, each once', async () => {
  const queue = queueOf([photo('a'), photo('b')]);
  expect(await queue.run()).toBe(true);
  expect([queue.sent, queue.left()]).toEqual([['a', 'b'], []]);
});

it('without an answer all wait, and the next run repeats the same name', async () => {
  const queue = queueOf([photo('a'), photo('b')], [{ state: 'unanswered' }]);
  expect(await queue.run()).toBe(false);
  expect(queue.left()).toEqual(['a', 'b']);
  expect(await queue.run()).toBe(true);
  expect(queue.sent).toEqual(['a', 'a', 'b']);
});

it('a refused photo leaves the queue with its reason and does not stop the others', async () => {
  const queue = queueOf([photo('a'), photo('b')], [{ state: 'refused', message: 'Damaged.' }]);
  expect(await queue.run()).toBe(true);
  expect([queue.sent, queue.refused]).toEqual([['a', 'b'], ['a: Damaged.']]);
});

it('a photo of a week ago is dropped', async () => {
  const queue = queueOf([photo('old', PHOTO_KEPT_MS), photo('new', PHOTO_KEPT_MS - 1)]);
  expect(await queue.run()).toBe(true);
  expect(queue.sent).toEqual(['new']);
});
