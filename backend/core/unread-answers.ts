import { ApiError } from './api-error.ts';
import { networkOf } from './client-address.ts';

/** A response being sent; `writableLength` is the number of its bytes buffered in this process. */
type Answer = { readonly writableLength: number; destroy: () => unknown };

/** Limits on buffered response bytes: of one network, and of all. */
const MOST_OF_ONE = 8_000_000;
const MOST = 64_000_000;

const sending = new Map<string, Set<Answer>>();

const heldFor = (answers: Iterable<Answer>) =>
  [...answers].reduce((sum, { writableLength }) => sum + writableLength, 0);

/** Counts a response for its network until the returned function is called. */
export function trackAnswer(address: string, answer: Answer): () => void {
  const network = networkOf(address);
  const answers = sending.get(network) ?? new Set();
  sending.set(network, answers.add(answer));
  return () => {
    answers.delete(answer);
    if (answers.size === 0 && sending.get(network) === answers) sending.delete(network);
  };
}

/**
 * Backpressure: refuses another response for a network that does not read the ones it has. When the
 * total is over its limit, the connections of the network with the most are destroyed.
 * @throws ApiError 429.
 */
export function refuseSlowReader(address: string): void {
  const held = [...sending.values()].map((answers) => ({ answers, bytes: heldFor(answers) }));
  const all = held.reduce((sum, { bytes }) => sum + bytes, 0);
  if (all > MOST) {
    const [most] = held.toSorted((a, b) => b.bytes - a.bytes);
    for (const answer of most?.answers ?? []) answer.destroy();
  }
  if (heldFor(sending.get(networkOf(address)) ?? []) <= MOST_OF_ONE) return;
  const message = 'Earlier answers were not read yet. Read them, then ask again.';
  throw new ApiError(429, { code: 'unread_answers', message }, { 'retry-after': '5' });
}
