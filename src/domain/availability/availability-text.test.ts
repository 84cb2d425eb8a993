import { describe, expect, it } from 'vitest';
import { formatDate } from '#domain/dates.ts';
import {
  dayText,
  daysText,
  freeText,
  lengthText,
  monthText,
  periodText,
  shortText,
  similarText,
} from './availability-text.ts';

const dates = { from: '2026-11-14', to: '2026-11-16' };

describe('the text of a period', () => {
  it('names the month once', () => {
    expect(periodText(dates)).toBe('14–16 Nov');
    expect(periodText({ from: '2026-11-14', to: '2026-11-14' })).toBe('14 Nov');
    expect(periodText({ from: '2026-11-30', to: '2026-12-02' })).toBe('30 Nov – 2 Dec');
    expect(periodText({ from: '2026-12-14', to: '2027-01-02' })).toBe('14 Dec – 2 Jan');
  });

  it('counts both ends', () => {
    expect(lengthText(dates)).toBe('14–16 Nov · 3 days');
    expect(lengthText({ from: '2026-11-14', to: '2026-11-14' })).toBe('14 Nov · 1 day');
  });

  it('has the month names of all other dates', () => {
    for (let month = 1; month <= 12; month++) {
      const date = `2026-${String(month).padStart(2, '0')}-05`;
      expect(`${dayText(date)} 2026`).toBe(formatDate(date));
    }
    expect(monthText('2026-11-14')).toBe('November 2026');
  });
});

describe('what is free', () => {
  it('is said in words', () => {
    expect(freeText({ free: 2, of: 3 }, dates)).toBe('2 of 3 free 14–16 Nov');
    expect(freeText({ free: 1, of: 1 }, dates)).toBe('Free 14–16 Nov');
    expect(freeText({ free: 4, of: 3 }, dates)).toBe('Free 14–16 Nov');
    expect(freeText({ free: 1, of: null }, dates)).toBe('Free 14–16 Nov');
    expect(freeText({ free: null, of: null }, dates)).toBe('Ask us');
    expect(freeText({ free: 0, of: 3 }, dates)).toBe('Booked 14–16 Nov');
    expect(freeText({ free: 0, of: 3, next_free: null }, dates)).toBe('Booked 14–16 Nov');
    expect(freeText({ free: 0, of: 3, next_free: '2026-11-18' }, dates)).toBe(
      'Booked · free from 18 Nov',
    );
    expect(similarText(4)).toBe('4 similar, free then');
  });

  it('names the short days of a line', () => {
    expect(shortText({ quantity: 2, free: 1 }, ['2026-11-15'], dates)).toBe(
      'Only 1 of 2 free on 15 Nov',
    );
    expect(shortText({ quantity: 2, free: 0 }, [], dates)).toBe('Not free on 14–16 Nov');
    expect(daysText(['2026-11-15', '2026-11-16', '2026-11-20'])).toBe('15–16 and 20 Nov');
    expect(daysText(['2026-11-14', '2026-11-16', '2026-11-18'])).toBe('14, 16 and 18 Nov');
    expect(daysText(['2026-11-29', '2026-12-02'])).toBe('29 Nov and 2 Dec');
    expect(daysText(['2026-11-29', '2026-11-30', '2026-12-01', '2026-12-05'])).toBe(
      '29 Nov – 1 Dec and 5 Dec',
    );
  });
});
