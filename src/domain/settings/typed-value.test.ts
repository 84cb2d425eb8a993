import { expect, it } from 'vitest';
import { SETTING_GROUPS } from './registry.ts';
import type { ListRule } from './rules/rule.ts';
import {
  isSameValue,
  typedValue,
  valueFromTyped,
  withFieldChanged,
  withNewRow,
  withRowMoved,
  withRowPutBack,
} from './typed-value.ts';

const FAQ: ListRule = {
  type: 'list',
  min: 0,
  max: 5,
  of: {
    question: { type: 'text', max: 50, required: true },
    fee: { type: 'number', min: 0, max: 99, step: 1, optional: true },
    picture: { type: 'picture' },
  },
};
const CHAIR = { url: '/pictures/chair.webp', alt: 'A chair' };
const ROWS = [
  { question: 'Pets?', fee: 5, picture: CHAIR },
  { question: 'Power?', fee: '', picture: { url: null, alt: '' } },
];

const rowsOf = (value: unknown) => {
  const typed = typedValue(FAQ, value);
  return Array.isArray(typed) ? typed : [];
};

it('every default is shown and read back unchanged', () => {
  for (const { name, settings } of SETTING_GROUPS) {
    for (const [key, { rule, default: value }] of Object.entries(settings)) {
      const back = valueFromTyped(rule, typedValue(rule, value));
      expect(isSameValue(rule, back, value), `${name}.${key}`).toBe(true);
    }
  }
});

it('a list is shown as rows with ids, and read back', () => {
  expect(valueFromTyped(FAQ, typedValue(FAQ, ROWS))).toEqual(ROWS);
  const [first] = rowsOf(ROWS);
  expect(first).toEqual({ id: '0', fields: { question: 'Pets?', fee: '5', picture: CHAIR } });
});

it('values are equal whatever the order of their fields and with empty ones left out', () => {
  const stored = [
    { fee: 5, picture: { alt: 'A chair', url: '/pictures/chair.webp' }, question: 'Pets?' },
    { question: 'Power?' },
  ];
  expect(isSameValue(FAQ, ROWS, stored)).toBe(true);
  expect(isSameValue(FAQ, ROWS, stored.toReversed())).toBe(false);
  expect(isSameValue({ type: 'text', max: 9 }, 'a', ' a ')).toBe(true);
});

it('rows are added with a new id, and moved', () => {
  const rows = rowsOf(ROWS);
  const more = withNewRow(FAQ, rows.toReversed());
  expect(more.map(({ id }) => id)).toEqual(['1', '0', '2']);
  expect(more[2]?.fields).toEqual({ question: '', fee: '', picture: { url: null, alt: '' } });
  expect(withRowMoved(more, 2, 0).map(({ id }) => id)).toEqual(['2', '1', '0']);
  expect(withRowMoved(more, 0, 1).map(({ id }) => id)).toEqual(['0', '1', '2']);
});

it('a row that is put back does not share the id of a row that was added meanwhile', () => {
  const [first, second] = rowsOf(ROWS);
  const added = withNewRow(FAQ, [first]);
  expect(withRowPutBack(added, second, 1).map(({ id }) => id)).toEqual(['0', '2', '1']);
  expect(withRowPutBack([first], second, 0)).toEqual([second, first]);
});

it('changes one field of one row, wherever it is by now', () => {
  const moved = withRowMoved(rowsOf(ROWS), 0, 1);
  const changed = withFieldChanged(moved, '0', 'question', 'Cats?');
  expect(changed.map(({ fields }) => fields['question'])).toEqual(['Power?', 'Cats?']);
  expect(withFieldChanged(moved, '7', 'question', 'Cats?')).toEqual(moved);
});
