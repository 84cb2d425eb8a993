import { describe, expect, it } from 'vitest';
import { isShort } from './shortage.ts';

describe('a line of the cart', () => {
  const line = { type: 'prop', id: 'x', quantity: 2, free: 2, of: 3 } as const;

  it('is short when it fits on later days only, or on none', () => {
    expect(isShort({ ...line, next_free: '2026-11-14' }, '2026-11-14')).toBe(false);
    expect(isShort({ ...line, next_free: '2026-11-18' }, '2026-11-14')).toBe(true);
    expect(isShort({ ...line, free: 0, next_free: null }, '2026-11-14')).toBe(true);
  });

  it('is never short where pieces are not counted', () => {
    expect(isShort({ ...line, free: null, of: null, next_free: null }, '2026-11-14')).toBe(false);
  });
});
