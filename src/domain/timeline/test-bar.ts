import type { TimelineBar, TimelineRow } from './timeline-rows.ts';

/** A booked bar of a test, for one piece on 16 Nov 2026; turnaround ends with the bar. */
export function testBar(over: Partial<TimelineBar> = {}): TimelineBar {
  return {
    id: 'bar',
    kind: 'rental',
    status: 'booked',
    quantity: 1,
    from: '2026-11-16',
    to: '2026-11-16',
    blocked_to: over.to ?? '2026-11-16',
    overdue: false,
    lines: ['line'],
    whole: false,
    order: { id: 'order', number: 'ORD-00012', customer: 'Asha Rao', customer_id: 'customer' },
    enquiry: null,
    expires_at: null,
    reason: null,
    ...over,
  };
}

/** A row of a test: the item Club chair with three pieces. */
export function testRow(over: Partial<TimelineRow> = {}): TimelineRow {
  return {
    type: 'prop',
    id: 'row',
    code: 'PRP-00007',
    name: 'Club chair',
    category: 'Chairs',
    of: 3,
    status: null,
    pieces: null,
    bars: [],
    short_days: [],
    ...over,
  };
}
