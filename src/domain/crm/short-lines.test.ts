import { describe, expect, it } from 'vitest';
import type { RentalLineAvailability, ItemLine } from './rental-line.ts';
import {
  NO_CHOICE,
  type Choices,
  type LineChoice,
  type Solution,
  type SwapItem,
} from './conversion-choices.ts';
import {
  choicesOf,
  lineProblems,
  lowerTo,
  missingPieces,
  proposedDates,
  shortLines,
  withChoice,
  type ShortItem,
} from './short-lines.ts';

const TODAY = '2026-11-10';

const figures = (facts: Partial<RentalLineAvailability> = {}): RentalLineAvailability => ({
  free: 2,
  of: 2,
  short_days: [],
  next_free: '2026-11-14',
  others: [],
  others_total: 0,
  holds: [],
  ...facts,
});

const line = (id: string, facts: Partial<ItemLine> = {}): ItemLine => ({
  id,
  item_type: 'prop',
  item_id: `item of ${id}`,
  quantity: 2,
  price: 100,
  rental_days: 3,
  rental_from: '2026-11-14',
  rental_to: '2026-11-16',
  availability: figures(),
  name: `Name of ${id}`,
  code: 'PRP-00001',
  slug: null,
  image: null,
  active: true,
  stock: 2,
  ...facts,
});

const short = (id: string, facts: Partial<ShortItem> = {}): ShortItem => ({
  type: 'prop',
  id: `item of ${id}`,
  wanted: 2,
  free: 1,
  days: ['2026-11-15'],
  ...facts,
});

const holds = ['other', 'one', 'two'].map((enquiry_id) => ({
  enquiry_id,
  number: 'ENQ-00012',
  customer: null,
  quantity: 1,
  expires_at: '2026-11-12T12:30:00Z',
}));

const lamp = line('lamp', {
  availability: figures({ free: 1, short_days: ['2026-11-15'], holds }),
});
const chair = line('chair');

const swap = (facts: Partial<SwapItem> = {}): Solution => ({
  action: 'swap',
  item: {
    kind: 'gear',
    id: 'lantern',
    code: 'GEA-00001',
    name: 'Lantern',
    price: 150,
    images: [],
    free: 3,
    of: 3,
    ...facts,
  },
});

const choose = (solution: Solution | null, takeOver: string[] = []): LineChoice => ({
  takeOver,
  solution,
});

const problems = (
  items: ShortItem[],
  choices: Choices,
  lines = [lamp, chair],
  sent: Choices = {},
) => Object.fromEntries(lineProblems(lines, { items, sent }, choices, TODAY));

const NEEDED = { lamp: 'Choose what to do.' };

describe('the lines that a refusal is about', () => {
  const ids = (lines: ItemLine[], items: ShortItem[], sent: Choices = {}) =>
    shortLines(lines, { items, sent }).map((one) => one.line.id);

  it('are those of its items, in their order', () => {
    expect(ids([chair, lamp], [short('lamp')])).toEqual(['lamp']);
    expect(ids([chair, lamp], [short('lamp'), short('chair')])).toEqual(['chair', 'lamp']);
  });

  it('are the kits whose part it names', () => {
    const kit = line('kit', { availability: figures({ free: 1, short_days: ['2026-11-15'] }) });
    expect(ids([chair, kit], [short('part')])).toEqual(['kit']);
    expect(ids([chair, kit], [short('chair')])).toEqual(['chair', 'kit']);
  });

  it('are all lines where none is short by its own figures', () => {
    expect(ids([chair, line('table')], [short('part')])).toEqual(['chair', 'table']);
  });

  it('are after a swap those of the other item', () => {
    const sent = { lamp: choose(swap()) };
    expect(ids([chair, lamp], [short('x', { type: 'gear', id: 'lantern' })], sent)).toEqual([
      'lamp',
    ]);
  });

  it('keep the ones whose choice fits, and drop none that were left out', () => {
    const sent = { lamp: choose({ action: 'drop' }) };
    expect(shortLines([lamp, chair], { items: [short('chair')], sent })).toMatchObject([
      { line: { id: 'lamp' }, isShort: false },
      { line: { id: 'chair' }, isShort: true },
    ]);
  });
});

describe('a short line', () => {
  it('needs a choice', () => {
    expect(problems([short('lamp')], {})).toEqual(NEEDED);
    expect(problems([short('lamp')], { lamp: NO_CHOICE })).toEqual(NEEDED);
    expect(problems([short('lamp')], { chair: choose({ action: 'drop' }) })).toEqual(NEEDED);
  });

  it.each<[string, LineChoice]>([
    ['leaving it out', choose({ action: 'drop' })],
    ['lowering it to what is free', choose({ action: 'lower', quantity: 1 })],
    ['another item', choose(swap())],
    ['another item that is not counted', choose(swap({ free: null, of: null }))],
    [
      'other dates',
      choose({ action: 'dates', from: '2026-11-18', to: '2026-11-20', forAll: false }),
    ],
    ['hiring in', choose({ action: 'sub_rental', quantity: 1, supplier: '' })],
    ['taking over a hold', choose(null, ['other'])],
  ])('is solved by %s', (_, choice) => {
    expect(problems([short('lamp')], { lamp: choice })).toEqual({});
  });

  it('is not solved by too little', () => {
    const three = [short('lamp', { wanted: 4, free: 1 })];
    for (const solution of [
      { action: 'lower', quantity: 1 },
      { action: 'sub_rental', quantity: 2, supplier: '' },
    ] as const) {
      expect(problems(three, { lamp: choose(solution) })).toEqual(NEEDED);
    }
    expect(problems([short('lamp')], { lamp: choose(swap({ free: 1 })) })).toEqual(NEEDED);
  });

  it('is solved by a choice for another line of its item', () => {
    const twice = [lamp, line('lamp too', { item_id: lamp.item_id })];
    const item = [short('lamp', { wanted: 4, free: 2 })];
    const drop = choose({ action: 'drop' });
    expect(Object.keys(problems(item, {}, twice))).toEqual(['lamp', 'lamp too']);
    expect(problems(item, { 'lamp too': drop }, twice)).toEqual({});
  });

  it('is solved when pieces become free meanwhile', () => {
    const freed = { ...lamp, availability: figures({ free: 2 }) };
    expect(problems([short('lamp')], {}, [freed, chair])).toEqual({});
  });

  it('needs another choice after the first was refused', () => {
    const sent = { lamp: choose({ action: 'lower', quantity: 1 }) };
    const none = [short('lamp', { wanted: 1, free: 0 })];
    expect(problems(none, sent, [lamp], sent)).toEqual({
      lamp: 'Still not free. Choose something else.',
    });
    expect(problems(none, { lamp: choose({ action: 'drop' }) }, [lamp], sent)).toEqual({});
    const held = { lamp: choose(null, ['one']) };
    expect(problems([short('lamp')], { lamp: choose(null, ['one', 'two']) }, [lamp], held)).toEqual(
      {},
    );
    expect(Object.keys(problems([short('lamp')], held, [lamp], held))).toEqual(['lamp']);
  });

  it('keeps a choice that fits, and needs one again when it is cleared', () => {
    const sent = { lamp: choose({ action: 'drop' }) };
    const items = [short('chair')];
    const dropChair = choose({ action: 'drop' });
    expect(problems(items, { ...sent, chair: dropChair }, undefined, sent)).toEqual({});
    expect(problems(items, { chair: dropChair }, undefined, sent)).toEqual(NEEDED);
  });

  it('needs dates that are a rental to come', () => {
    const dated = (from: string, to: string) =>
      problems([short('lamp')], { lamp: choose({ action: 'dates', from, to, forAll: true }) });
    expect(dated('', '2026-11-20')).toEqual({ lamp: 'Enter both dates.' });
    expect(dated('2026-11-20', '2026-11-18')).toEqual({
      lamp: 'The last day is before the first.',
    });
    expect(dated('2026-11-09', '2026-11-18')).toEqual({ lamp: 'The first day is past.' });
    expect(dated('2026-11-18', '2026-11-20')).toEqual({});
  });

  it('can be lowered to what other lines of its item leave', () => {
    const [one] = shortLines([lamp], { items: [short('lamp')], sent: {} });
    expect(lowerTo(one!, [one!])).toBe(1);
    const twice = [lamp, line('lamp too', { item_id: lamp.item_id, quantity: 1 })];
    const both = shortLines(twice, { items: [short('lamp', { wanted: 3, free: 2 })], sent: {} });
    expect(both.map((each) => lowerTo(each, both))).toEqual([1, null]);
  });

  it('proposes the pieces that are missing, and the next dates of the same length', () => {
    const [one] = shortLines([lamp], { items: [short('lamp', { wanted: 2, free: 0 })], sent: {} });
    expect(missingPieces(one!)).toBe(2);
    const next = line('lamp', { availability: figures({ next_free: '2026-11-29' }) });
    expect(proposedDates(next)).toEqual({ from: '2026-11-29', to: '2026-12-01' });
    expect(proposedDates(line('lamp', { availability: figures({ next_free: null }) }))).toBeNull();
  });

  it('is sent with its choice; choices for other lines are not', () => {
    const drop = choose({ action: 'drop' });
    const refused = { items: [short('lamp')], sent: {} };
    expect(choicesOf([lamp, chair], refused, { lamp: drop, chair: drop })).toEqual({ lamp: drop });
  });

  it('needs another choice when the hold that was to be taken over has ended', () => {
    const taken = { lamp: choose(null, ['other']) };
    expect(problems([short('lamp')], taken)).toEqual({});
    const ended = { ...lamp, availability: { ...lamp.availability!, holds: [] } };
    expect(problems([short('lamp')], taken, [ended, chair])).toEqual(NEEDED);
    expect(choicesOf([ended], { items: [short('lamp')], sent: {} }, taken)).toEqual({
      lamp: NO_CHOICE,
    });
  });

  it('that is a kit goes by its own figures, where the refusal names a part', () => {
    const kit = line('kit', {
      quantity: 3,
      availability: figures({ free: 2, short_days: ['2026-11-15'] }),
    });
    const part = [short('part', { wanted: 6, free: 5 })];
    const [one] = shortLines([kit], { items: part, sent: {} });
    expect(lowerTo(one!, [one!])).toBe(2);
    expect(missingPieces(one!)).toBe(1);
    expect(problems(part, {}, [kit])).toEqual({ kit: 'Choose what to do.' });
    expect(problems(part, { kit: choose({ action: 'lower', quantity: 2 }) }, [kit])).toEqual({});
  });

  it('moves all lines in place of the one that did so before', () => {
    const dates = { action: 'dates', from: '2026-11-18', to: '2026-11-20', forAll: true } as const;
    const first = withChoice({}, 'lamp', choose(dates, ['other']));
    expect(withChoice(first, 'chair', choose(dates))).toEqual({
      lamp: choose({ ...dates, forAll: false }, ['other']),
      chair: choose(dates),
    });
    expect(withChoice(first, 'chair', NO_CHOICE)).toEqual({ ...first, chair: NO_CHOICE });
  });
});
