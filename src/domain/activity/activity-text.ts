import { WEEKDAYS, addDays, isStudioDate } from '../days.ts';
import { formatRentalDates } from '../crm/crm-text.ts';
import type { TimelineEvent } from '../crm/customer.ts';
import { staffNameOf } from '../crm/staff-name.ts';
import { eventText, type StatusLabel } from '../crm/timeline-text.ts';
import { formatDate, formatMoment, unbroken } from '../dates.ts';
import { messageName } from '../messages/message-status.ts';
import { formatPrice } from '../money.ts';
import type { ActivityChange, ActivityEntry } from './activity.ts';

/** Label of a field, or undefined if the caller does not know it: of an item's column, of a setting. */
export type ActivityFieldLabel = (entry: ActivityEntry, field: string) => string | undefined;

/** A changed field with display texts. */
export interface ActivityChangeText {
  field: string;
  label: string;
  /** Null for what was added. */
  before: string | null;
  /** Null for what was removed. */
  after: string | null;
}

const VERBS: Readonly<Record<string, string>> = {
  created: 'added',
  changed: 'changed',
  removed: 'removed',
  disabled: 'account disabled',
  enabled: 'account enabled',
  signed_out: 'signed out everywhere',
  factor_added: 'second factor set up',
  factor_removed: 'second factor removed',
  invite_link: 'invitation link made',
  reset_link: 'link for a new password made',
  cancelled: 'cancelled',
  resent: 'sent again',
};

/** Nouns of tables whose rows are part of another record. */
const PARTS: Readonly<Record<string, string>> = {
  item_pieces: 'piece',
  links: 'link',
  objects: 'picture',
  billing_profiles: 'billing profile',
  kind_tax_classes: 'kind of item',
};

const LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  label: 'Name',
  size_value: 'Size',
  value: 'Value',
  hex: 'Colour',
  display_name: 'Name',
  role: 'Role',
  turnaround_days: 'Turnaround',
  turnaround: 'Turnaround',
  place: 'Place',
  archived_at: 'Archived',
  code: 'Code',
  note: 'Note',
  retired_at: 'Retired',
  kind: 'Kind',
  status: 'Status',
  quantity: 'Pieces',
  rented: 'Dates',
  components: 'Components',
  shows: 'Visitors see',
  closed_weekdays: 'Closed on',
  closed_days: 'Closed days',
  day: 'Day',
  revoked_at: 'Revoked',
  state: 'State',
  total: 'Total',
  valid_until: 'Valid until',
  irn: 'IRN',
  sac: 'SAC',
  rate: 'GST rate',
  succeeded_by: 'Replaced by',
  tax_class_id: 'Tax class',
  zero_rated: 'Zero-rated supply',
};

const WORDS: Readonly<Record<string, string>> = {
  out_of_service: 'out of service',
  sub_rental: 'sub-rental',
  admin: 'Admin',
  crm_user: 'CRM',
  inventory_user: 'Inventory',
  storekeeper: 'Storekeeper',
  day_sheet: 'day sheet',
  'yes-no': 'yes or no',
  exact: 'exact figures',
  off: 'nothing',
};

const time = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  hour: 'numeric',
  minute: '2-digit',
});

/** Time of day of a change in the studio's time zone, `9:35 am`. */
export function activityTime({ at }: Pick<ActivityEntry, 'at'>): string {
  return unbroken(time.format(new Date(at)));
}

/** Name of who made a change; 'System' for a script. */
export function activityActor({ person }: Pick<ActivityEntry, 'person'>): string {
  return person ? staffNameOf(person.id, person.name) : 'System';
}

/** The action in words, without the record's name: 'added', 'piece removed', 'ORD-00012: discount none → 10%'. */
export function activityText(entry: ActivityEntry, label: StatusLabel): string {
  if (entry.table === 'crm_events') return eventText(asEvent(entry), label);
  if (entry.table === 'reservations') return reservationText(entry);
  if (entry.table === 'outbox') return outboxText(entry);
  const part = PARTS[entry.table];
  const verb = VERBS[entry.what] ?? entry.what;
  return part ? `${part} ${verb}` : verb;
}

function reservationText({ what, changes }: ActivityEntry): string {
  const value = changes.find(({ field }) => field === 'kind');
  const noun = value ? shownValue('kind', value.became ?? value.was) : 'reservation';
  const isEnded = changes.some(({ field, became }) => field === 'status' && became === 'released');
  return `${noun} ${isEnded ? 'ended' : (VERBS[what] ?? what)}`;
}

function outboxText({ what, changes }: ActivityEntry): string {
  const template = asText(changes.find(({ field }) => field === 'template')?.became);
  return `message “${messageName({ template: template ?? '', sample_of: null })}” ${VERBS[what] ?? what}`;
}

/** An entry of the CRM as an event of its timeline. */
function asEvent(entry: ActivityEntry): TimelineEvent {
  const [change] = entry.changes;
  const { type, id, label } = entry.record;
  const from = asText(change?.was);
  const to = asText(change?.became);
  return {
    id: entry.id,
    created_at: entry.at,
    actor: 'staff',
    user_id: entry.person?.id ?? null,
    user_name: entry.person?.name ?? null,
    what: entry.what,
    from,
    to,
    from_name: from,
    to_name: to,
    subject: type === 'enquiry' || type === 'order' ? type : 'customer',
    subject_id: id,
    number: label,
  };
}

const asText = (value: unknown) => (typeof value === 'string' ? value : null);

/** The changed fields of an entry with display texts; none for the CRM and messages, whose text has the values. */
export function activityChanges(
  entry: ActivityEntry,
  fieldLabel: ActivityFieldLabel,
): ActivityChangeText[] {
  if (entry.table === 'crm_events' || entry.table === 'outbox') return [];
  const isPart = entry.table === 'reservations' || entry.table === 'item_pieces';
  return (
    entry.changes
      .filter(({ field }) => !(isPart && (field === 'kind' || field === 'code')))
      .flatMap(expanded)
      .map(({ field, was, became }) => {
        const known = isPart ? undefined : fieldLabel(entry, field);
        const shown = (value: unknown) =>
          entry.record.type === 'setting' && value === null ? 'default' : shownValue(field, value);
        const before = entry.what === 'created' ? null : shown(was);
        const after = entry.what === 'removed' ? null : shown(became);
        return {
          field,
          label: known ?? LABELS[field] ?? field.replaceAll('_', ' '),
          before,
          // why: a replaced picture does not change their number.
          after: before !== null && before === after ? `${after} (others)` : after,
        };
      })
      // why: the added or removed part is named already.
      .filter(({ before, after }) => (before ?? after) !== entry.record.label || (before && after))
  );
}

/** Turnaround is saved for all kinds together; only the ones that changed are shown. */
function expanded(change: ActivityChange): ActivityChange[] {
  const { field, was, became } = change;
  if (field !== 'turnaround' || !isRecord(was) || !isRecord(became)) return [change];
  return Object.keys(became)
    .filter((kind) => became[kind] !== was[kind])
    .map((kind) => ({
      field: `turnaround of ${kind}`,
      was: was[kind],
      became: became[kind],
    }));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const MOST_SHOWN = 160;

/** Display text of a value: `₹250`, `yes`, `Chairs`, `14–16 Dec 2026`, `none`. */
function shownValue(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number')
    return field === 'price' || field === 'total' ? formatPrice(value) : daysOf(field, value);
  if (Array.isArray(value)) return listText(field, value);
  if (isRecord(value)) return recordText(value);
  return typeof value === 'string' ? textOf(value) : '';
}

const daysOf = (field: string, value: number) =>
  field.startsWith('turnaround') ? `${value} ${value === 1 ? 'day' : 'days'}` : String(value);

function listText(field: string, values: readonly unknown[]): string {
  if (values.length === 0) return 'none';
  if (field === 'images') return values.length === 1 ? '1 picture' : `${values.length} pictures`;
  if (field === 'closed_weekdays') {
    return values.map((day) => WEEKDAYS[Number(day) - 1]?.slice(0, 3) ?? '').join(', ');
  }
  return clipped(values.map((one) => shownValue(field, one)).join(', '));
}

/** A closed day with its reason, a picture by its description, or the values one after another. */
function recordText(value: Readonly<Record<string, unknown>>): string {
  const texts = Object.values(value).filter((one) => one !== null && one !== '');
  return clipped(texts.map((one) => shownValue('', one)).join(' · '));
}

const RANGE = /^\[(\d{4}-\d{2}-\d{2}),(\d{4}-\d{2}-\d{2})\)$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

function textOf(value: string): string {
  const range = RANGE.exec(value);
  // why the day before: the database's ranges end after their last day.
  if (range?.[1] && range[2]) return formatRentalDates(range[1], addDays(range[2], -1));
  if (MOMENT.test(value)) return formatMoment(value);
  if (isStudioDate(value)) return formatDate(value);
  return WORDS[value] ?? clipped(value);
}

const clipped = (text: string) =>
  text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN).trimEnd()}…` : text;
