import { describe, expect, it } from 'vitest';
import type { TimelineEvent } from './customer.ts';
import { eventActor, eventText } from './timeline-text.ts';

const event = (facts: Partial<TimelineEvent>): TimelineEvent => ({
  id: '1',
  created_at: '2026-11-21T10:00:00Z',
  actor: 'staff',
  user_id: '7d9f2a70-7c7e-4a0b-9d4e-1f0a2b3c4d5e',
  user_name: 'Meera',
  what: 'created',
  from: null,
  to: null,
  from_name: null,
  to_name: null,
  subject: 'enquiry',
  subject_id: '2',
  number: 'ENQ-00042',
  ...facts,
});

describe('timeline events', () => {
  it.each<[Partial<TimelineEvent>, string]>([
    [{ subject: 'customer', number: null }, 'Became a customer'],
    [{ actor: 'visitor' }, 'Sent ENQ-00042'],
    [{ subject: 'order', number: 'ORD-1' }, 'ORD-1 made for a caller'],
    [{ subject: 'order', number: 'ORD-1', from: 'ENQ-1' }, 'Order ORD-1 made from ENQ-1'],
    [{ what: 'status', from: 'pending', to: 'quoted' }, 'ENQ-00042: <pending> → <quoted>'],
    [{ what: 'handed_over', number: 'ORD-1', to: '3 pieces' }, 'ORD-1: 3 pieces handed over'],
    [
      { what: 'handed_over', number: 'ORD-1', from: 'not_here', to: '3 pieces' },
      'ORD-1: 3 pieces handed over, not here by the records',
    ],
    [{ what: 'payment_status', number: 'ORD-1', from: 'a', to: 'b' }, 'ORD-1: payment <a> → <b>'],
    [
      { what: 'payment_recorded', number: 'ORD-1', to: 'rental received 125000.00' },
      'ORD-1: ₹1,25,000.00 received',
    ],
    [
      { what: 'payment_recorded', number: 'ORD-1', to: 'deposit deposit_applied 500.50' },
      'ORD-1: ₹500.50 of the deposit applied to the rent',
    ],
    [
      { what: 'payment_reversed', number: 'ORD-1', from: 'rental tds 100.00' },
      'ORD-1: ₹100.00 deducted as TDS reversed',
    ],
    [
      { what: 'payment_claimed', number: 'ENQ-1', to: '25000.00' },
      'ENQ-1: the customer says they paid ₹25,000.00',
    ],
    [
      { what: 'claim_dismissed', number: 'ORD-1', to: '25000.00' },
      'ORD-1: payment of ₹25,000.00 not found',
    ],
    [
      { what: 'assigned', subject: 'customer', to: 'aaaaaa123456', to_name: 'Ravi' },
      'Assigned to Ravi',
    ],
    [{ what: 'assigned', subject: 'customer', to: 'aaaaaa123456' }, 'Assigned to User 123456'],
    [{ what: 'assigned', subject: 'customer', from: 'x' }, 'Unassigned'],
    [{ what: 'converted', to: 'ORD-1' }, 'ENQ-00042 converted to order ORD-1'],
    [
      { what: 'held', to: '2026-12-10T12:30:00.000Z' },
      'ENQ-00042: held until 10\u00A0Dec\u00A02026, 6:00\u00A0pm',
    ],
    [
      { what: 'held', from: '2026-12-10T12:30:00.000Z', to: '2026-12-11T12:30:00.000Z' },
      'ENQ-00042: hold extended until 11\u00A0Dec\u00A02026, 6:00\u00A0pm',
    ],
    [{ what: 'hold_released', from: '2026-12-10T12:30:00.000Z' }, 'ENQ-00042: hold released'],
    [{ what: 'hold_ended', from: '2026-12-10T12:30:00.000Z' }, 'ENQ-00042: hold ended'],
    [{ what: 'hold_taken_over', to: 'ENQ-2' }, 'ENQ-00042: hold taken over by ENQ-2'],
    [
      {
        what: 'dates',
        number: 'ORD-1',
        from: '2026-12-14/2026-12-16',
        to: '2026-12-18/2026-12-20',
      },
      'ORD-1: dates 14–16 Dec 2026 → 18–20 Dec 2026',
    ],
    [{ what: 'dates', to: '2026-12-14/2026-12-14' }, 'ENQ-00042: dates 14 Dec 2026'],
    [{ what: 'line_added', number: 'ORD-1', to: 'PRP-00012 ×2' }, 'ORD-1: PRP-00012 ×2 added'],
    [
      { what: 'line_removed', number: 'ORD-1', from: 'PRP-00012 ×2', from_name: 'Lamp $1' },
      'ORD-1: PRP-00012 Lamp $1 ×2 removed',
    ],
    [
      { what: 'line_added', number: 'ORD-1', to: 'PRP-00012 ×2', to_name: 'Lamp' },
      'ORD-1: PRP-00012 Lamp ×2 added',
    ],
    [
      {
        what: 'line_quantity',
        number: 'ORD-1',
        from: 'PRP-00012 ×2',
        to: 'PRP-00012 ×3',
        from_name: 'Lamp',
        to_name: 'Lamp',
      },
      'ORD-1: PRP-00012 Lamp ×2 → ×3',
    ],
    [
      {
        what: 'line_swapped',
        number: 'ORD-1',
        from: 'PRP-00012 ×2',
        to: 'PRP-00013 ×2',
        from_name: 'Lamp',
        to_name: 'Sofa',
      },
      'ORD-1: PRP-00012 Lamp ×2 swapped for PRP-00013 Sofa ×2',
    ],
    [
      { what: 'line_removed', number: 'ORD-1', from: 'text line ×1' },
      'ORD-1: text line ×1 removed',
    ],
    [
      { what: 'line_quantity', number: 'ORD-1', from: 'PRP-00012 ×2', to: 'PRP-00012 ×3' },
      'ORD-1: PRP-00012 ×2 → ×3',
    ],
    [
      {
        what: 'line_dates',
        number: 'ORD-1',
        from: 'PRP-00012 2026-12-14/2026-12-16',
        to: 'PRP-00012 2026-12-18/2026-12-20',
      },
      'ORD-1: PRP-00012 14–16 Dec 2026 → 18–20 Dec 2026',
    ],
    [
      { what: 'line_swapped', number: 'ORD-1', from: 'PRP-00012 ×2', to: 'PRP-00013 ×2' },
      'ORD-1: PRP-00012 ×2 swapped for PRP-00013 ×2',
    ],
    [
      { what: 'line_price', number: 'ORD-1', from: 'PRP-00012 ₹500.00', to: 'PRP-00012 ₹450.00' },
      'ORD-1: price of PRP-00012 ₹500.00 → ₹450.00',
    ],
    [{ what: 'line_text', number: 'ORD-1', to: 'text line ×1' }, 'ORD-1: text line changed'],
    [{ what: 'discount', number: 'ORD-1', to: '10.00%' }, 'ORD-1: discount none → 10.00%'],
    [{ what: 'waiting' }, 'ENQ-00042: second option'],
    [{ what: 'waiting_ended' }, 'ENQ-00042: second option ended'],
    [{ what: 'amended' }, 'ENQ-00042: sent again with changes'],
    [{ what: 'amended', subject: 'message', number: null }, 'Message: sent again with changes'],
    [{ what: 'change_asked' }, 'ENQ-00042: the customer asks for a change'],
    [{ what: 'change_settled' }, 'ENQ-00042: change marked as answered'],
    [{ what: 'withdrawn' }, 'ENQ-00042: withdrawn by the customer'],
    [{ what: 'link_made' }, 'ENQ-00042: link to its page made'],
    [{ what: 'links_ended' }, 'ENQ-00042: links to its page ended'],
    [{ what: 'mobile_corrected' }, 'Mobile number corrected'],
    [{ what: 'corrected', to: 'first_name,email' }, 'Edited: first name, email'],
    [{ what: 'note_edited' }, 'Note edited'],
    [{ what: 'erased' }, 'Personal data erased'],
    [{ what: 'assigned', to: 'a', to_name: 'Ravi' }, 'ENQ-00042: owner Ravi'],
    [{ what: 'assigned', from: 'a' }, 'ENQ-00042: no owner'],
    [{ what: 'mobile_corrected', to: 'mobile' }, 'Mobile number corrected'],
    [{ what: 'merged', to: 'CUS-00012' }, 'Merged with CUS-00012'],
    [{ what: 'unmerged', to: 'CUS-00012' }, 'Merge with CUS-00012 undone'],
    [{ what: 'told_apart', to: 'CUS-00012' }, 'Not the same person as CUS-00012'],
    [{ what: 'untold_apart', to: 'CUS-00012' }, '“Not the same person as CUS-00012” taken back'],
    [{ what: 'created', subject: 'customer', number: 'CUS-00012' }, 'CUS-00012 became a customer'],
    [{ what: 'document_sent', to: 'QT/26-27/0001' }, 'ENQ-00042: link to QT/26-27/0001 made'],
    [{ what: 'document_issued', to: 'INV/26-27/0001' }, 'ENQ-00042: INV/26-27/0001 issued'],
    [{ what: 'quote_accepted', to: 'QT/26-27/0001' }, 'ENQ-00042: quote QT/26-27/0001 accepted'],
    [{ what: 'quote_declined', to: 'QT/26-27/0001' }, 'ENQ-00042: quote QT/26-27/0001 declined'],
    [
      { what: 'quote_change', to: 'QT/26-27/0001' },
      'ENQ-00042: changes to quote QT/26-27/0001 requested',
    ],
    [{ what: 'something_else' }, 'something_else'],
  ])('have a text: %o', (facts, text) => {
    expect(eventText(event(facts), (_kind, value) => `<${value}>`)).toBe(text);
  });

  it('name their actor', () => {
    expect(eventActor(event({}))).toBe('Meera');
    expect(eventActor(event({ user_name: null }))).toBe('User 3c4d5e');
    expect(eventActor(event({ actor: 'visitor', user_id: null }))).toBe('Visitor');
    expect(eventActor(event({ actor: 'system', user_id: null }))).toBe('System');
  });
});
