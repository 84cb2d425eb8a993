import { describe, expect, it, vi } from 'vitest';
import { createSubscribers } from './subscribers.ts';

describe('subscribers', () => {
  it('are notified until they unsubscribe', () => {
    const { subscribe, notify } = createSubscribers();
    const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const unsubscribe = subscribe(first);
    subscribe(second);
    notify();
    unsubscribe();
    notify();
    expect(first).toHaveBeenCalledTimes(1);
    expect(second).toHaveBeenCalledTimes(2);
  });

  it('start the source with the first and stop it with the last', () => {
    const [start, stop] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const { subscribe } = createSubscribers(start, stop);
    const removeFirst = subscribe(vi.fn<() => void>());
    const removeSecond = subscribe(vi.fn<() => void>());
    expect(start).toHaveBeenCalledTimes(1);
    removeFirst();
    expect(stop).not.toHaveBeenCalled();
    removeSecond();
    removeSecond();
    expect(stop).toHaveBeenCalledTimes(1);
    subscribe(vi.fn<() => void>());
    expect(start).toHaveBeenCalledTimes(2);
  });
});
