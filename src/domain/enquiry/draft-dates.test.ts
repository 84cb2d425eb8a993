import { describe, expect, it } from 'vitest';
import { readDraftDates, writeDraftDates } from './draft-dates.ts';
import { readDraft, writeDraft } from './enquiry-draft.ts';
import { EMPTY_ENQUIRY } from './enquiry-rules.ts';

const now = new Date('2026-11-21T10:00:00Z');
const TODAY = '2026-11-21';
const DATES = { from: '2026-12-14', to: '2026-12-16' };
const form = { ...EMPTY_ENQUIRY, first_name: 'Asha', message: 'Two vans' };

describe('the dates of a draft', () => {
  it('are the dates of the enquiry form', () => {
    const text = writeDraft({ ...form, rental_from: DATES.from, rental_to: DATES.to }, now);
    expect(readDraftDates(text, now, TODAY)).toEqual(DATES);
  });

  it('change without touching the other fields', () => {
    const text = writeDraftDates(writeDraft(form, now), DATES, now);
    expect(readDraft(text, now, TODAY)).toEqual({
      ...form,
      rental_from: DATES.from,
      rental_to: DATES.to,
    });
  });

  it('begin a draft where there is none', () => {
    const text = writeDraftDates(null, DATES, now);
    expect(readDraft(text, now, TODAY)).toEqual({
      ...EMPTY_ENQUIRY,
      rental_from: DATES.from,
      rental_to: DATES.to,
    });
  });

  it('do not revive the personal data of an expired draft', () => {
    const later = new Date('2026-11-28T10:00:00Z');
    const text = writeDraftDates(writeDraft(form, now), DATES, later);
    expect(readDraftDates(text, later, TODAY)).toEqual(DATES);
    expect(text).not.toContain('Asha');
  });

  it.each([
    null,
    'x',
    '[]',
    '{"savedAt":"2026-11-21T10:00:00Z","form":{"rental_from":"2026-11-20","rental_to":7}}',
    '{"savedAt":"2026-11-14T10:00:00Z","form":{"rental_from":"2026-11-25","rental_to":"2026-11-26"}}',
  ])('are empty for %j', (text) => {
    expect(readDraftDates(text, now, TODAY)).toEqual({ from: '', to: '' });
  });
});
