import { formatMoment } from '../dates.ts';
import { formatTotal } from '../money.ts';
import { formatRentalDates } from './crm-text.ts';
import type { TimelineEvent } from './customer.ts';
import { staffNameOf } from './staff-name.ts';

/** The label of a status of an enquiry, an order, or an order's payment. */
export type StatusLabel = (kind: 'enquiry' | 'order' | 'payment', value: string) => string;

const FIELDS: Record<string, string> = {
  first_name: 'first name',
  last_name: 'last name',
  email: 'email',
};

const ENTRIES: Record<string, string> = {
  'rental received': 'received',
  'rental refunded': 'refunded',
  'rental tds': 'deducted as TDS',
  'rental written_off': 'written off',
  'deposit received': 'received as deposit',
  'deposit refunded': 'returned of the deposit',
  'deposit deposit_applied': 'of the deposit applied to the rent',
};

/** Text of an event, without actor and time. */
export function eventText(event: TimelineEvent, label: StatusLabel): string {
  const { subject, number, from, to } = event;
  const kind = subject === 'order' ? 'order' : 'enquiry';
  const change = (of: 'enquiry' | 'order' | 'payment') =>
    `${from === null ? '' : `${label(of, from)} → `}${label(of, to ?? '')}`;
  switch (event.what) {
    case 'created':
      if (subject === 'customer')
        return number ? `${number} became a customer` : 'Became a customer';
      if (from) return `Order ${number} made from ${from}`;
      return event.actor === 'staff' ? `${number} made for a caller` : `Sent ${number}`;
    case 'status':
      return `${number}: ${change(kind)}`;
    case 'payment_status':
      return `${number}: payment ${change('payment')}`;
    case 'payment_recorded':
      return `${number}: ${entryText(to ?? '')}`;
    case 'payment_reversed':
      return `${number}: ${entryText(from ?? '')} reversed`;
    case 'payment_claimed':
      return `${number}: the customer says they paid ${formatTotal(Number(to))}`;
    case 'claim_dismissed':
      return `${number}: payment of ${formatTotal(Number(to))} not found`;
    case 'assigned':
      return ownerText(event);
    case 'converted':
      return `${number} converted to order ${to}`;
    case 'held':
      return `${number}: ${from === null ? 'held' : 'hold extended'} until ${formatMoment(to ?? '')}`;
    case 'hold_released':
      return `${number}: hold released`;
    case 'hold_ended':
      return `${number}: hold ended`;
    case 'hold_taken_over':
      return `${number}: hold taken over by ${to}`;
    case 'dates':
      return `${number}: dates ${from === null ? '' : `${periodOf(from)} → `}${periodOf(to ?? '')}`;
    case 'line_added':
      return `${number}: ${named(to, event.to_name)} added`;
    case 'line_removed':
      return `${number}: ${named(from, event.from_name)} removed`;
    case 'line_quantity':
    case 'line_dates':
      return `${number}: ${named(changeOfLine(from ?? '', to ?? ''), event.from_name)}`;
    case 'line_swapped':
      return `${number}: ${named(from, event.from_name)} swapped for ${named(to, event.to_name)}`;
    case 'line_price':
      return `${number}: price of ${named(changeOfLine(from ?? '', to ?? ''), event.from_name)}`;
    case 'line_text':
      return `${number}: text line changed`;
    case 'discount':
      return `${number}: discount ${from ?? 'none'} → ${to ?? 'none'}`;
    case 'handed_over':
      return `${number}: ${to} handed over${from === null ? '' : ', not here by the records'}`;
    case 'returned':
      return `${number}: ${to} returned`;
    case 'returns_charged':
      return `${number}: ${to === '0' ? 'no charges' : 'charges'} for the return`;
    case 'movement_undone':
      return `${number}: ${from ?? to} undone`;
    case 'document_sent':
      return `${number}: link to ${to} made`;
    case 'document_issued':
      return `${number}: ${to} issued`;
    case 'quote_accepted':
      return `${number}: quote ${to} accepted`;
    case 'quote_declined':
      return `${number}: quote ${to} declined`;
    case 'quote_change':
      return `${number}: changes to quote ${to} requested`;
    case 'amended':
      return `${number ?? 'Message'}: sent again with changes`;
    case 'change_asked':
      return `${number}: the customer asks for a change`;
    case 'change_settled':
      return `${number}: change marked as answered`;
    case 'withdrawn':
      return `${number}: withdrawn by the customer`;
    case 'link_made':
      return `${number}: link to its page made`;
    case 'links_ended':
      return `${number}: links to its page ended`;
    case 'waiting':
      return `${number}: second option`;
    case 'waiting_ended':
      return `${number}: second option ended`;
    case 'received':
      return 'Sent a message';
    case 'handled':
      return 'Message handled';
    case 'reopened':
      return 'Message reopened';
    case 'note_added':
      return 'Note added';
    case 'note_edited':
      return 'Note edited';
    case 'note_deleted':
      return 'Note deleted';
    case 'corrected':
      return `Edited: ${(to ?? '')
        .split(',')
        .map((field) => FIELDS[field] ?? field)
        .join(', ')}`;
    case 'mobile_corrected':
      return 'Mobile number corrected';
    case 'merged':
      return `Merged with ${to}`;
    case 'unmerged':
      return `Merge with ${to} undone`;
    case 'told_apart':
      return `Not the same person as ${to}`;
    case 'untold_apart':
      return `“Not the same person as ${to}” taken back`;
    case 'erased':
      return 'Personal data erased';
    default:
      return event.what;
  }
}

/** An entry of the ledger as an event holds it, `rental received 25000.00`. */
function entryText(value: string): string {
  const [account = '', kind = '', amount = ''] = value.split(' ');
  return `${formatTotal(Number(amount))} ${ENTRIES[`${account} ${kind}`] ?? kind}`;
}

/** Another assignee of a lead, or owner of an enquiry or order. */
function ownerText({ subject, number, to, to_name: name }: TimelineEvent): string {
  if (subject === 'customer') {
    return to === null ? 'Unassigned' : `Assigned to ${staffNameOf(to, name)}`;
  }
  return to === null ? `${number}: no owner` : `${number}: owner ${staffNameOf(to, name)}`;
}

/** A value of a line with its item's name behind the code: `PRP-00012 Brass lamp ×2`. Without a name as it is. */
function named(value: string | null, name: string | null): string {
  return (value ?? '').replace(/^\S+/, (code) => (name ? `${code} ${name}` : code));
}

/** Old and new value of a line, its item's code once: `PRP-00012 ×2 → ×3`. */
function changeOfLine(from: string, to: string): string {
  const [code = ''] = /^(text line|\S+) /.exec(from) ?? [];
  const value = to.startsWith(code) ? to.slice(code.length) : to;
  return `${withPeriods(from)} → ${withPeriods(value)}`;
}

/** A value with its rental dates in short form: `PRP-00012 14–16 Dec 2026`. */
function withPeriods(value: string): string {
  return value.replaceAll(/\d{4}-\d{2}-\d{2}\/\d{4}-\d{2}-\d{2}/g, periodOf);
}

/** Rental dates as an event holds them, `2026-12-14/2026-12-16`. */
function periodOf(value: string): string {
  const [from = '', to = ''] = value.split('/');
  return formatRentalDates(from, to);
}

/** Actor of an event: name of the member of staff, "Visitor" or "System". */
export function eventActor(event: TimelineEvent): string {
  if (event.actor === 'visitor') return 'Visitor';
  if (event.actor === 'system') return 'System';
  return event.user_id ? staffNameOf(event.user_id, event.user_name) : 'Staff';
}
