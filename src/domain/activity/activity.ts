/** A part of the activity log. Who reads which: docs/product/activity.md. */
export const ACTIVITY_AREAS = ['items', 'lists', 'crm', 'staff', 'settings'] as const;

/** One of {@link ACTIVITY_AREAS}. */
export type ActivityArea = (typeof ACTIVITY_AREAS)[number];

/** Types of records in the log. */
export const ACTIVITY_RECORDS = [
  'item',
  'list',
  'customer',
  'enquiry',
  'order',
  'link',
  'person',
  'setting',
  'availability',
  'picture',
  'document',
  'tax_class',
] as const;

/** Any JSON value. */
export type ActivityValue = unknown;

/** A changed field with its old and new value; null where there was none. */
export interface ActivityChange {
  field: string;
  was?: ActivityValue;
  became?: ActivityValue;
}

/** A record in the log. */
export interface ActivityRecord {
  type: (typeof ACTIVITY_RECORDS)[number];
  id: string;
  /** Code, name or number as of the change. */
  label: string;
  /** Kind of an item. */
  kind: string | null;
  /** Code, number or key that leads to it; null when it is gone. */
  to: string | null;
}

/** A change of one record, or the first of a change of many. */
export interface ActivityEntry {
  id: string;
  /** ISO 8601. */
  at: string;
  /** The person, with the name of that time; null for a script. */
  person: { id: string; name: string | null } | null;
  area: ActivityArea;
  /** 'created', 'changed', 'removed', or an event of the CRM or of an account. */
  what: string;
  table: string;
  record: ActivityRecord;
  changes: ActivityChange[];
  /** Further records of the same change. */
  more: number;
}

/** Somebody whose changes may be in the log. */
export interface ActivityPerson {
  id: string;
  name: string | null;
}

/** The record, or the change of many records, that a list of activity is about. */
export interface ActivitySubject {
  type: ActivityRecord['type'] | 'change';
  id: string;
}
