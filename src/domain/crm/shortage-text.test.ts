import { describe, expect, it } from 'vitest';
import type { EnquiryLine, RentalLineAvailability } from './rental-line.ts';
import {
  effectTexts,
  holdEndText,
  lineText,
  nextFreeText,
  othersText,
  refusedTexts,
  reservedText,
  sentText,
  swapText,
  takeOverText,
} from './shortage-text.ts';
import type { SwapItem } from './conversion-choices.ts';

const now = new Date('2026-11-22T11:00:00Z');

const figures = (facts: Partial<RentalLineAvailability> = {}): RentalLineAvailability => ({
  free: 2,
  of: 3,
  short_days: [],
  next_free: '2026-11-18',
  others: [],
  others_total: 0,
  holds: [],
  ...facts,
});

const hold = {
  enquiry_id: 'e',
  number: 'ENQ-00012',
  customer: 'Asha Rao',
  quantity: 2,
  expires_at: '2026-11-26T12:30:00Z',
};

const lantern: SwapItem = {
  kind: 'prop',
  id: 'lantern',
  code: 'PRP-00002',
  name: 'Lantern',
  price: 150,
  images: [],
  free: 3,
  of: 3,
};

const line = (facts: Partial<EnquiryLine> = {}): EnquiryLine => ({
  id: 'lamp',
  item_type: 'prop',
  item_id: 'lamp',
  quantity: 2,
  price: 100,
  rental_days: 3,
  rental_from: '2026-11-14',
  rental_to: '2026-11-16',
  availability: figures({ holds: [hold] }),
  description: null,
  per_day: true,
  list_price: 100,
  price_reason: null,
  free_when_sent: 3,
  of_when_sent: 3,
  name: 'Brass Lamp',
  code: 'PRP-00001',
  slug: null,
  image: null,
  active: true,
  stock: 3,
  ...facts,
});

describe('a line', () => {
  it('says what is free on its days', () => {
    expect(lineText(figures())).toBe('2 of 3 free');
    expect(lineText(figures({ free: null, of: null }))).toBe('Not counted');
    expect(lineText(figures({ free: 4, of: 3 }))).toBe('4 free');
    expect(lineText(figures({ free: 1, of: 2, short_days: ['2026-11-15'] }))).toBe(
      'Short on 15 Nov: 1 of 2 free',
    );
    expect(nextFreeText(figures())).toBe('Free from 18 Nov');
    expect(nextFreeText(figures({ next_free: null }))).toBe('');
  });

  it('of an order says what is still free after its own pieces', () => {
    expect(reservedText({ quantity: 2 }, figures({ free: 3 }))).toBe(
      'Reserved · 1 of 3 still free',
    );
    expect(reservedText({ quantity: 2 }, figures({ free: null, of: null }))).toBe(
      'Reserved · not counted',
    );
    expect(
      reservedText({ quantity: 2 }, figures({ free: 1, of: 2, short_days: ['2026-11-15'] })),
    ).toBe('Short on 15 Nov: 1 of 2 free');
  });

  it('of an enquiry says what was free when it was sent', () => {
    expect(sentText(line())).toBe('3 of 3 when sent');
    expect(sentText(line({ free_when_sent: 2 }))).toBe('as when it was sent');
    expect(sentText(line({ free_when_sent: null, of_when_sent: null }))).toBe('');
  });

  it('says who else wants it and who holds it', () => {
    expect([0, 1, 2].map(othersText)).toEqual([
      '',
      '1 other enquiry wants these days',
      '2 other enquiries want these days',
    ]);
    expect(holdEndText(hold, now)).toBe('until Thu 6\u00A0pm (Asha Rao)');
    expect(takeOverText(hold, now)).toBe(
      'Take over from ENQ-00012, Asha Rao: 2 until Thu 6\u00A0pm, 4 days left',
    );
    expect(takeOverText({ ...hold, customer: null }, now)).toBe(
      'Take over from ENQ-00012: 2 until Thu 6\u00A0pm, 4 days left',
    );
  });
});

it('a refusal names its items', () => {
  const short = { type: 'prop', wanted: 2, free: 1, days: ['2026-11-15', '2026-11-16'] } as const;
  const items = [
    { ...short, id: 'lamp', days: [...short.days] },
    { ...short, id: 'part', days: [...short.days] },
  ];
  expect(refusedTexts([line()], items)).toEqual([
    'Brass Lamp: 2 wanted, 1 free on 15–16 Nov.',
    'A part of a kit: 2 wanted, 1 free on 15–16 Nov.',
  ]);
});

it('a swap says what is free and what it costs', () => {
  expect(swapText(lantern)).toBe('3 of 3 free · ₹150/day');
  expect(swapText({ ...lantern, free: null, of: null })).toBe('Not counted · ₹150/day');
});

describe('the effects of a conversion', () => {
  const effects = (choice: Parameters<typeof effectTexts>[1][string]) =>
    effectTexts([line()], { lamp: choice });
  const dates = { action: 'dates', from: '2026-11-18', to: '2026-11-20' } as const;

  it('are named one by one', () => {
    expect(effects({ takeOver: ['e'], solution: null })).toEqual([
      'ENQ-00012 loses its hold on Brass Lamp.',
    ]);
    expect(effects({ takeOver: [], solution: { action: 'swap', item: lantern } })).toEqual([
      '2 × Lantern at ₹150/day instead of Brass Lamp.',
    ]);
    expect(effects({ takeOver: [], solution: { action: 'lower', quantity: 1 } })).toEqual([
      'Brass Lamp: 1 instead of 2.',
    ]);
    expect(effects({ takeOver: [], solution: { ...dates, forAll: false } })).toEqual([
      'Brass Lamp: 18–20 Nov.',
    ]);
    expect(effects({ takeOver: [], solution: { ...dates, forAll: true } })).toEqual([
      'All items: 18–20 Nov.',
    ]);
    const hired = { action: 'sub_rental', quantity: 1, supplier: ' Light House ' } as const;
    expect(effects({ takeOver: [], solution: hired })).toEqual([
      'Brass Lamp: 1 hired in from Light House.',
    ]);
    expect(effects({ takeOver: [], solution: { action: 'drop' } })).toEqual([
      'Brass Lamp is left out.',
    ]);
  });
});
