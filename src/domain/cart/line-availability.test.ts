import { describe, expect, it } from 'vitest';
import type { LineAvailability } from '#domain/stock/shown-availability.ts';
import type { CartLine } from './cart-line.ts';
import { lineStatuses, linesWithoutSet, needsDays, shortDaysOf } from './line-availability.ts';

const dates = { from: '2026-11-14', to: '2026-11-16' };
const answer: LineAvailability = {
  type: 'prop',
  id: 'lamp',
  quantity: 2,
  free: 3,
  of: 3,
  next_free: '2026-11-14',
};
const status = (over: Partial<LineAvailability>, days: string[] = []) =>
  lineStatuses([{ ...answer, ...over }], dates, new Map([['prop:lamp', days]])).get('prop:lamp');

describe('a cart line on the visitor’s dates', () => {
  it('is free, in the words of the catalogue', () => {
    expect(status({})).toEqual({ text: '3 of 3 free 14–16 Nov', state: 'free', lowerTo: null });
    expect(status({ of: null, free: 2 })?.text).toBe('Free 14–16 Nov');
  });

  it('can be lowered to the pieces that are free, and names its short days', () => {
    const short = { free: 1, of: 2, next_free: '2026-11-17' };
    expect(status(short, ['2026-11-15'])).toEqual({
      text: 'Only 1 of 2 free on 15 Nov',
      state: 'short',
      lowerTo: 1,
    });
    expect(status(short)?.text).toBe('Only 1 of 2 free on 14–16 Nov');
  });

  it('says from when a booked item is free again', () => {
    expect(status({ free: 0, next_free: '2026-11-18' })).toEqual({
      text: 'Booked · free from 18 Nov',
      state: 'short',
      lowerTo: null,
    });
    expect(status({ free: 0, next_free: null })?.text).toBe('Booked 14–16 Nov');
  });

  it('may be short together with other lines only, as a kit and its part', () => {
    expect(status({ free: 2, next_free: '2026-11-20' })).toEqual({
      text: 'Not free together with the rest of your order',
      state: 'short',
      lowerTo: null,
    });
  });

  it('says "Ask us" where pieces are not counted, and nothing where visitors learn nothing', () => {
    const unknown = { free: null, of: null };
    expect(status(unknown)).toEqual({ text: 'Ask us', state: 'unknown', lowerTo: null });
    expect(status({ ...unknown, next_free: null })).toBeUndefined();
  });
});

describe('the short days', () => {
  it('are read only where the text names them', () => {
    expect(needsDays({ ...answer, free: 1 }, dates)).toBe(true);
    expect(needsDays({ ...answer, free: 1 }, { from: '2026-11-14', to: '2026-11-14' })).toBe(false);
    for (const free of [null, 0, 2]) expect(needsDays({ ...answer, free }, dates)).toBe(false);
  });

  it('are the days of the rental with fewer pieces than wanted', () => {
    const days = ['13', '14', '15', '17'].map((day) => ({ day: `2026-11-${day}`, free: 1 }));
    days.push({ day: '2026-11-16', free: 2 });
    expect(shortDaysOf({ days }, dates, 2)).toEqual(['2026-11-14', '2026-11-15']);
  });
});

describe('items for use in the studio only', () => {
  const line = (type: CartLine['type'], id: string): CartLine => ({
    type,
    id,
    name: id,
    price: 1,
    quantity: 1,
    addedAt: '',
  });
  const lines = [line('prop', 'sofa'), line('gear', 'flash')];
  const isInStudio = ({ id }: CartLine) => id === 'sofa';

  it('need a set', () => {
    expect(linesWithoutSet(lines, isInStudio)).toEqual(new Set(['prop:sofa']));
  });

  it('have it when one is in the cart', () => {
    expect(linesWithoutSet([...lines, line('set', 'loft')], isInStudio)).toEqual(new Set());
  });
});
