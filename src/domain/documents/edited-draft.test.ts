import { describe, expect, it } from 'vitest';
import type { TaxClasses } from './tax-classes.ts';
import { draftDifferences } from './draft-differences.ts';
import { isSameDraft, readDiscount, readDocumentDraft, type EditedDraft } from './edited-draft.ts';
import {
  classOfLine,
  insertLine,
  moveLine,
  newHeading,
  newItemLine,
  newTextLine,
} from './edited-lines.ts';

const taxes: TaxClasses = {
  classes: [
    { id: 'rental', label: 'Rental', sac: '997319', rate: 18, place: 'recipient' },
    { id: 'crew', label: 'Crew', sac: '998387', rate: 18, place: 'premises' },
  ],
  kinds: {
    prop: 'rental',
    cloth: 'rental',
    backdrop: 'rental',
    gear: 'rental',
    set: 'rental',
    crew: 'crew',
    other: 'rental',
  },
};
const lamp = newItemLine(
  { id: 'p1', type: 'prop', code: 'PRP-00001', name: 'Lamp', picture: null, price: 450.5 },
  3,
  taxes,
);
const delivery = { ...newTextLine(taxes), text: ' Delivery ', price: '1,250' };
const empty: EditedDraft = {
  billing_profile: null,
  place_of_supply: null,
  valid_until: '',
  discount: '',
  notes: '',
  lines: [],
};

describe('a draft as it is typed', () => {
  it('becomes a draft to save', () => {
    const { draft, problems } = readDocumentDraft({
      ...empty,
      valid_until: '2026-12-01',
      discount: '7.5 %',
      notes: ' Thank you. ',
      lines: [{ ...newHeading(), text: 'Day 1' }, lamp, { ...delivery, discount: '₹100' }],
    });
    expect(problems).toEqual({});
    expect(draft).toMatchObject({
      valid_until: '2026-12-01',
      discount_percent: 7.5,
      discount_amount: null,
      notes: 'Thank you.',
    });
    expect(draft.lines[0]).toMatchObject({ kind: 'heading', text: 'Day 1', unit_price: null });
    expect(draft.lines[1]).toMatchObject({ quantity: 1, days: 3, unit_price: 450.5, rate: 18 });
    expect(draft.lines[2]).toMatchObject({
      text: 'Delivery',
      days: null,
      unit_price: 1250,
      discount_amount: 100,
    });
  });

  it('names every field that means nothing', () => {
    const { problems } = readDocumentDraft({
      ...empty,
      valid_until: '2026-02-30',
      discount: '101%',
      lines: [
        { ...lamp, quantity: '0', days: 'two', price: '1.234', discount: 'half' },
        { ...delivery, text: ' ', price: 'free' },
      ],
    });
    expect(Object.keys(problems).toSorted()).toEqual([
      'discount',
      'lines.0.days',
      'lines.0.discount',
      'lines.0.price',
      'lines.0.quantity',
      'lines.1.price',
      'lines.1.text',
      'valid_until',
    ]);
  });

  it('leaves out lines into which nothing was typed', () => {
    const lines = [newTextLine(taxes), lamp, newHeading(), delivery];
    const { draft, problems, places } = readDocumentDraft({ ...empty, lines });
    expect(draft.lines.map(({ text }) => text)).toEqual(['Lamp', 'Delivery']);
    expect(places).toEqual([1, 3]);
    expect(problems).toEqual({});
  });

  it('is the same as another with other spaces and notations', () => {
    const { draft } = readDocumentDraft({ ...empty, lines: [delivery] });
    const other = readDocumentDraft({ ...empty, lines: [{ ...delivery, price: '₹1250.00' }] });
    expect(isSameDraft(draft, other.draft)).toBe(true);
    const more = readDocumentDraft({ ...empty, lines: [{ ...delivery, price: '1251' }] });
    expect(isSameDraft(draft, more.draft)).toBe(false);
  });

  it.each([
    ['10%', 10, null],
    ['10 %', 10, null],
    ['1,500', null, 1500],
    ['', null, null],
    ['0%', null, null],
  ])('reads the discount %s', (typed, discount_percent, discount_amount) => {
    expect(readDiscount(typed)).toEqual({ discount_percent, discount_amount });
  });
});

describe('lines', () => {
  it('move within the list only', () => {
    const lines = [lamp, delivery];
    expect(moveLine(lines, 0, 1)).toEqual([delivery, lamp]);
    expect(moveLine(lines, 1, -1)).toEqual([delivery, lamp]);
    expect(moveLine(lines, 0, -1)).toBe(lines);
    expect(moveLine(lines, 1, 1)).toBe(lines);
    expect(insertLine(lines, 0, lamp)).toEqual([lamp, lamp, delivery]);
  });

  it('have the tax class of their kind', () => {
    expect(classOfLine(lamp, taxes.classes)?.id).toBe('rental');
    expect(classOfLine({ ...lamp, place: 'premises', sac: '998387' }, taxes.classes)?.id).toBe(
      'crew',
    );
    expect(classOfLine({ ...lamp, rate: 12 }, taxes.classes)).toBeUndefined();
  });
});

it('says how two versions of a draft differ', () => {
  const mine = readDocumentDraft({ ...empty, notes: 'Mine', lines: [lamp, delivery] }).draft;
  const theirs = readDocumentDraft({
    ...empty,
    place_of_supply: '27',
    discount: '5%',
    lines: [lamp],
  }).draft;
  expect(draftDifferences(mine, theirs, [])).toEqual([
    { label: 'Place of supply', mine: 'by the rules', theirs: 'Maharashtra' },
    { label: 'Discount', mine: 'none', theirs: '5 %' },
    { label: 'Notes', mine: 'Mine', theirs: 'none' },
    { label: 'Line 2', mine: 'Delivery · 1 × ₹1,250.00, 18% GST', theirs: 'none' },
  ]);
  expect(draftDifferences(mine, mine, [])).toEqual([]);
});
