import { describe, expect, it } from 'vitest';
import { readDraft, writeDraft } from './enquiry-draft.ts';
import { EMPTY_ENQUIRY } from './enquiry-rules.ts';

const now = new Date('2026-11-21T10:00:00Z');
const TODAY = '2026-11-21';
const half = {
  ...EMPTY_ENQUIRY,
  first_name: ' Asha',
  mobile: '+919876',
  rental_from: '2026-11-25',
  message: '🎬 <b>hi</b>',
};

describe('a draft', () => {
  it('survives a round trip', () => {
    expect(readDraft(writeDraft(half, now), now, TODAY)).toEqual(half);
  });

  it('expires after a week', () => {
    const text = writeDraft(half, now);
    expect(readDraft(text, new Date('2026-11-28T09:59:59Z'), TODAY)).toEqual(half);
    expect(readDraft(text, new Date('2026-11-28T10:00:00Z'), TODAY)).toEqual(EMPTY_ENQUIRY);
  });

  it('keeps to the letter what no field would take', () => {
    const typed = {
      ...half,
      last_name: ` ${'x'.repeat(5000)}\u0000`,
      message: '🎬\r\n'.repeat(3000),
    };
    expect(readDraft(writeDraft(typed, now), now, TODAY)).toEqual(typed);
  });

  it('drops dates in the past', () => {
    const text = writeDraft({ ...half, rental_from: '2026-11-20', rental_to: '2026-11-22' }, now);
    const { rental_from, rental_to } = readDraft(text, now, TODAY);
    expect({ rental_from, rental_to }).toEqual({ rental_from: '', rental_to: '2026-11-22' });
  });

  it.each([
    null,
    '',
    'x',
    'null',
    '[]',
    '{}',
    '{"savedAt":"2026-11-21T10:00:00Z"}',
    '{"savedAt":"never","form":{"first_name":"x"}}',
    '{"savedAt":"2026-11-21T10:00:00Z","form":null}',
    '{"savedAt":"2026-11-21T10:00:00Z","form":{"first_name":7,"mobile":{},"rental_from":"x"}}',
  ])('is empty for %j', (text) => {
    expect(readDraft(text, now, TODAY)).toEqual(EMPTY_ENQUIRY);
  });
});
