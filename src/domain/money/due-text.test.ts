import { describe, expect, it } from 'vitest';
import { dueAmountText, overdueDays } from './due-text.ts';

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
});
