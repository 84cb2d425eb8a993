import { expect, it } from 'vitest';
import { changedText } from './changed-text.ts';
import type { ChangedField } from './record-change.ts';

const now = new Date('2026-12-10T06:00:00Z');
const change = (facts: Partial<ChangedField>): ChangedField => ({
  index: 0,
  line: '1',
  field: 'quantity',
  present: 3,
  by: 'Asha',
  at: '2026-12-10T04:05:00Z',
  ...facts,
});

it.each<[Partial<ChangedField>, string]>([
  [{}, 'Changed meanwhile by Asha (Today, 9:35\u00A0am): now 3.'],
  [{ by: null, at: null }, 'Changed meanwhile: now 3.'],
  [{ field: 'price', present: 450 }, 'Changed meanwhile by Asha (Today, 9:35\u00A0am): now ₹450.'],
  [
    { field: 'dates', present: { rental_from: '2026-12-14', rental_to: '2026-12-16' } },
    'Changed meanwhile by Asha (Today, 9:35\u00A0am): now 14–16 Dec 2026.',
  ],
  [
    { field: 'discount', present: { percent: 10, amount: null } },
    'Changed meanwhile by Asha (Today, 9:35\u00A0am): now 10 %.',
  ],
  [
    { field: 'discount', present: { percent: null, amount: null } },
    'Changed meanwhile by Asha (Today, 9:35\u00A0am): now none.',
  ],
  [
    { field: 'text', present: 'Van' },
    'Changed meanwhile by Asha (Today, 9:35\u00A0am): now “Van”.',
  ],
  [{ field: 'item', present: 'a-uuid' }, 'Changed meanwhile by Asha (Today, 9:35\u00A0am).'],
  [{ present: null }, 'Removed meanwhile by Asha (Today, 9:35\u00A0am).'],
])('%o', (facts, text) => {
  expect(changedText(change(facts), now).replaceAll(/[\u2009\u202f]/g, ' ')).toBe(text);
});
