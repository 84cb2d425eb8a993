import { expect, it, vi } from 'vitest';
import { refuseSlowReader, trackAnswer } from './unread-answers.ts';

const answerOf = (megabytes: number) => ({
  writableLength: megabytes * 1_000_000,
  destroy: vi.fn<() => void>(),
});
const refused = expect.objectContaining({ status: 429 });

it('refuses a network that leaves 8 MB unread, until it has read them', () => {
  const answer = answerOf(5);
  const endFirst = trackAnswer('2001:db8:1::1', answer);
  expect(() => refuseSlowReader('2001:db8:1::1')).not.toThrow();
  const endSecond = trackAnswer('2001:db8:1::2', answerOf(4));
  expect(() => refuseSlowReader('2001:db8:1::3')).toThrow(refused);
  expect(() => refuseSlowReader('2001:db8:2::1')).not.toThrow();
  answer.writableLength = 0;
  expect(() => refuseSlowReader('2001:db8:1::1')).not.toThrow();
  answer.writableLength = 5_000_000;
  endSecond();
  expect(() => refuseSlowReader('2001:db8:1::1')).not.toThrow();
  endFirst();
});

it('destroys the responses of the network with the most when the total is too large', () => {
  const answers = Array.from({ length: 9 }, (_, at) => answerOf(at === 4 ? 7.9 : 7.5));
  const ends = answers.map((answer, at) => trackAnswer(`198.51.100.${at}`, answer));
  refuseSlowReader('203.0.113.1');
  expect(answers.map(({ destroy }) => destroy.mock.calls.length)).toEqual(
    answers.map((_, at) => (at === 4 ? 1 : 0)),
  );
  for (const end of ends) end();
});
