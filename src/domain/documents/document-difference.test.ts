import { describe, expect, it } from 'vitest';
import { documentDifference } from './document-difference.ts';
import type { FrozenLine } from './frozen-document.ts';
import { SAMPLE_DOCUMENT } from './sample-document.ts';

const { lines } = SAMPLE_DOCUMENT;
const chair = lines.find(({ code }) => code === 'PRP-00012')!;
const delivery = lines.find(({ text }) => text.startsWith('Delivery'))!;
const heading = lines.find(({ kind }) => kind === 'heading')!;
const named = (before: FrozenLine[], after: FrozenLine[]) =>
  documentDifference({ lines: before }, { lines: after }).map(({ seen, current }) => [
    seen?.text ?? null,
    current?.text ?? null,
  ]);

describe('the difference of two revisions', () => {
  it('is empty for equal lines in another order, and for headings', () => {
    expect(documentDifference(SAMPLE_DOCUMENT, SAMPLE_DOCUMENT)).toEqual([]);
    expect(named([chair, delivery], [heading, { ...delivery, position: 9 }, chair])).toEqual([]);
  });

  it('names changed, added and removed lines, removed ones last', () => {
    const dearer = { ...chair, unit_price: 1300 };
    const lamp = { ...chair, code: 'PRP-00044', text: 'Lamp' };
    expect(named([delivery, chair], [lamp, dearer])).toEqual([
      [null, 'Lamp'],
      [chair.text, chair.text],
      [delivery.text, null],
    ]);
  });

  it('matches an item by its readable id when its text was changed, a text line by its text', () => {
    expect(named([chair], [{ ...chair, text: 'Armchair' }])).toEqual([[chair.text, 'Armchair']]);
    expect(named([delivery], [{ ...delivery, text: 'Courier' }])).toEqual([
      [null, 'Courier'],
      [delivery.text, null],
    ]);
  });

  it('matches each of several lines of one item once', () => {
    const more = { ...chair, quantity: 5 };
    expect(named([chair, more], [chair])).toEqual([[chair.text, null]]);
    expect(named([chair], [chair, more])).toEqual([[null, chair.text]]);
  });
});
