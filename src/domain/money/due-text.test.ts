import { describe, expect, it } from 'vitest';
import { dueAmountText, dueDayText, overdueDays } from './due-text.ts';

const TODAY = '2026-12-03';

describe('a due amount', () => {
  it.each([
    [12596.8, '2026-12-04', '₹12,596.80 due by 4 Dec 2026', 0],
    [12596.8, TODAY, '₹12,596.80 due today', 0],
    [500, '2026-12-02', '₹500.00 due, 1 day overdue', 1],
    [123456, '2026-11-23', '₹1,23,456.00 due, 10 days overdue', 10],
    [500, null, '₹500.00 due', 0],
    [0, '2026-11-23', 'Paid', 0],
    [-250, '2026-11-23', '₹250.00 to refund', 0],
  ])('of %s on %s reads "%s"', (due, due_on, text, days) => {
    expect(dueAmountText({ due, due_on }, TODAY)).toBe(text);
    expect(overdueDays({ due, due_on }, TODAY)).toBe(days);
  });

  it.each([
    ['2026-11-23', '10 days overdue, was due 23 Nov 2026'],
    ['2026-12-02', '1 day overdue, was due 2 Dec 2026'],
    [TODAY, 'due today'],
    ['2026-12-04', 'due by 4 Dec 2026'],
    [null, 'no date'],
  ])('with the last day %s says "%s"', (due_on, text) => {
    expect(dueDayText({ due: 500, due_on }, TODAY)).toBe(text);
  });
});
