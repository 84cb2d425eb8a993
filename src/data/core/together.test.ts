import { SupabaseClient } from '@supabase/supabase-js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTogether } from './together.ts';

type Word = { event: 'here' | 'gone'; payload: { user: string; tab: string; asks: boolean } };

/** A channel whose other end is the test. */
function talk(userId = 'me') {
  const said: Word[] = [];
  const listeners = new Map<string, (word: { payload: unknown }) => void>();
  let onStatus: (status: string) => void = () => {};
  const channel = {
    on: (_: string, { event }: { event: string }, listener: (word: { payload: unknown }) => void) =>
      listeners.set(event, listener) && channel,
    subscribe: (told: typeof onStatus) => {
      onStatus = told;
    },
    send: (word: Word) => said.push(word),
  };
  const removed: unknown[] = [];
  const api = { channel: () => channel, removeChannel: (one: unknown) => removed.push(one) };
  const others: (readonly string[])[] = [];
  const close = openTogether(Object.assign(new SupabaseClient('http://none', 'none'), api), {
    record: 'r',
    userId,
    onOthers: (ids) => others.push(ids),
  });
  return {
    said,
    others,
    removed,
    close,
    join: (status = 'SUBSCRIBED') => onStatus(status),
    hear: (event: Word['event'], user: string, tab?: string, asks = false) =>
      listeners.get(event)?.({ payload: { user, tab, asks } }),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a newcomer asks, whoever is there answers, and both are told once', () => {
  const { said, others, join, hear } = talk();
  expect(said).toEqual([]);
  join();
  expect(said).toMatchObject([{ event: 'here', payload: { user: 'me', asks: true } }]);
  hear('here', 'asha', 'a1');
  hear('here', 'asha', 'a1');
  expect(others).toEqual([['asha']]);
  expect(said).toHaveLength(1);
  hear('here', 'kiran', 'k1', true);
  expect(others.at(-1)).toEqual(['asha', 'kiran']);
  expect(said.at(-1)).toMatchObject({ event: 'here', payload: { asks: false } });
});

test('a person is there until the last of their tabs is closed, and own tabs are no others', () => {
  const { others, join, hear } = talk();
  join();
  hear('here', 'me', 'mine');
  expect(others).toEqual([]);
  hear('here', 'asha', 'a1');
  hear('here', 'asha', 'a2');
  hear('gone', 'asha', 'a1');
  expect(others.every((ids) => ids.length === 1)).toBe(true);
  hear('gone', 'asha', 'a2');
  expect(others.at(-1)).toEqual([]);
});

test('a tab in the background, which speaks once a minute, stays; one that ended without a word goes', () => {
  const { others, said, join, hear } = talk();
  join();
  for (let minute = 0; minute < 5; minute += 1) {
    hear('here', 'asha', 'a1');
    vi.advanceTimersByTime(61_000);
  }
  expect(others).toEqual([['asha']]);
  expect(said.length).toBeGreaterThan(10);
  vi.advanceTimersByTime(120_000);
  expect(others).toEqual([['asha'], []]);
});

test('a lost connection forgets the others, and the end says so', () => {
  const { others, said, removed, join, hear, close } = talk();
  join();
  hear('here', 'asha', 'a1');
  join('CHANNEL_ERROR');
  expect(others).toEqual([['asha'], []]);
  join();
  close();
  expect(said.at(-1)).toMatchObject({ event: 'gone', payload: { user: 'me' } });
  expect(removed).toHaveLength(1);
});

test('words that are none are not heard', () => {
  const { others, join, hear } = talk();
  join();
  hear('here', 'asha', undefined);
  expect(others).toEqual([]);
});
