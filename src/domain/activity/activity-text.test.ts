import { describe, expect, it } from 'vitest';
import type { ActivityEntry } from './activity.ts';
import { activityActor, activityChanges, activityText, activityTime } from './activity-text.ts';

const entry = (facts: Partial<ActivityEntry>): ActivityEntry => ({
  id: '1',
  at: '2026-11-21T10:00:00Z',
  person: { id: '7d9f2a70-7c7e-4a0b-9d4e-1f0a2b3c4d5e', name: 'Meera' },
  area: 'items',
  what: 'changed',
  table: 'props',
  record: { type: 'item', id: '2', label: 'PRP-00001 · Chair', kind: 'prop', to: 'PRP-00001' },
  changes: [],
  more: 0,
  ...facts,
});
const record = (facts: Partial<ActivityEntry['record']>) => ({ ...entry({}).record, ...facts });
const status = (_kind: string, value: string) => `<${value}>`;
const order = record({ type: 'order', label: 'ORD-1', kind: null });

describe('what happened', () => {
  it.each<[Partial<ActivityEntry>, string]>([
    [{}, 'changed'],
    [{ what: 'created', table: 'item_pieces' }, 'piece added'],
    [{ what: 'removed', table: 'links' }, 'link removed'],
    [{ what: 'signed_out', table: 'users' }, 'signed out everywhere'],
    [
      {
        what: 'created',
        table: 'reservations',
        changes: [{ field: 'kind', became: 'sub_rental' }],
      },
      'sub-rental added',
    ],
    [
      { table: 'reservations', changes: [{ field: 'status', was: 'booked', became: 'released' }] },
      'reservation ended',
    ],
    [
      {
        table: 'crm_events',
        what: 'status',
        record: order,
        changes: [{ field: 'status', was: 'confirmed', became: 'completed' }],
      },
      'ORD-1: <confirmed> → <completed>',
    ],
    [
      {
        table: 'crm_events',
        what: 'assigned',
        record: order,
        changes: [{ field: 'assigned', was: null, became: 'Ravi' }],
      },
      'ORD-1: owner Ravi',
    ],
    [{ table: 'crm_events', what: 'note_added', record: order }, 'Note added'],
    [
      {
        table: 'outbox',
        what: 'resent',
        record: order,
        changes: [{ field: 'template', was: null, became: 'payment_received' }],
      },
      'message “Payment received” sent again',
    ],
    [{ what: 'something_new' }, 'something_new'],
  ])('%o', (facts, text) => {
    expect(activityText(entry(facts), status)).toBe(text);
  });

  it('names who and when', () => {
    expect(activityActor(entry({}))).toBe('Meera');
    expect(activityActor(entry({ person: null }))).toBe('System');
    expect(activityTime(entry({}))).toBe('3:30\u00A0pm');
  });
});

describe('changed values', () => {
  const shown = (facts: Partial<ActivityEntry>) =>
    activityChanges(entry(facts), (_entry, field) =>
      field === 'price' ? 'Price a day' : undefined,
    ).map(({ label, before, after }) => [label, before, after].join(' | '));

  it.each<[string, unknown, unknown, string]>([
    ['price', 500, 1250.5, 'Price a day | ₹500 | ₹1,250.50'],
    ['total', 0, 14514, 'Total | ₹0 | ₹14,514'],
    ['active', true, false, 'active | yes | no'],
    ['brand_id', null, 'Kartell', 'brand id | none | Kartell'],
    ['images', ['/a.webp'], ['/b.webp'], 'images | 1 picture | 1 picture (others)'],
    ['turnaround_days', null, 1, 'Turnaround | none | 1 day'],
    [
      'turnaround',
      { prop: 0, crew: 0 },
      { prop: 2, crew: 0 },
      'turnaround of prop | 0 days | 2 days',
    ],
    ['closed_weekdays', [], [1, 7], 'Closed on | none | Mon, Sun'],
    [
      'closed_days',
      [],
      [
        { day: '2026-12-25', reason: 'Christmas' },
        { day: '2026-12-26', reason: null },
      ],
      'Closed days | none | 25 Dec 2026 · Christmas, 26 Dec 2026',
    ],
    [
      'rented',
      '[2026-12-01,2026-12-04)',
      '[2026-12-01,2026-12-02)',
      'Dates | 1–3 Dec 2026 | 1 Dec 2026',
    ],
    [
      'archived_at',
      null,
      '2026-11-21T10:00:00+00:00',
      'Archived | none | 21\u00A0Nov\u00A02026, 3:30\u00A0pm',
    ],
    ['role', 'crm_user', 'admin', 'Role | CRM | Admin'],
    ['components', ['PRP-1 ×2'], [], 'Components | PRP-1 ×2 | none'],
    ['description', 'a', `${'b'.repeat(160)}c`, `description | a | ${'b'.repeat(160)}…`],
  ])('%s', (field, was, became, text) => {
    expect(shown({ changes: [{ field, was, became }] })).toEqual([text]);
  });

  it('of a setting have a default', () => {
    const setting = record({ type: 'setting', label: 'studio.city', kind: null });
    const changes = [{ field: 'value', was: null, became: 'Pune' }];
    expect(shown({ record: setting, changes })).toEqual(['Value | default | Pune']);
  });

  it('of what was added or removed are one value, without its name', () => {
    const colour = record({ type: 'list', label: 'Teal', kind: null });
    expect(
      shown({
        what: 'created',
        table: 'colors',
        record: colour,
        changes: [
          { field: 'hex', was: null, became: '#008080' },
          { field: 'name', was: null, became: 'Teal' },
        ],
      }),
    ).toEqual(['Colour |  | #008080']);
    expect(
      shown({ what: 'removed', record: colour, changes: [{ field: 'hex', was: '#008080' }] }),
    ).toEqual(['Colour | #008080 | ']);
  });

  it('of the CRM are in its text', () => {
    expect(
      shown({ table: 'crm_events', changes: [{ field: 'status', was: 'a', became: 'b' }] }),
    ).toEqual([]);
  });
});
