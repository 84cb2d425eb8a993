import { randomUUID } from 'node:crypto';
import { beforeAll } from 'vitest';
import type { Database } from '#backend/postgres/database.ts';
import type { Who } from '#tests/support/database.ts';
import { committedAs, useStudio } from './studio.ts';
import type { CallerName } from './studio.ts';

/** The arguments of `submit_enquiry`, invalid values included. */
export type Enquiry = {
  idempotency_key: string | null;
  first_name: string | null;
  last_name: string | null;
  mobile: string | null;
  email: string | null;
  rental_from: string | null;
  rental_to: string | null;
  message: string | null;
  items: unknown;
  amends?: boolean;
};

/** Its result. */
export type Answer = {
  /** Secret of the enquiry's page. */
  link: string;
  enquiry_number: string;
  status: string;
  rental_from: string;
  rental_to: string;
  rental_days: number;
  total_price: number;
  payable: number;
  items: {
    type: string;
    id: string;
    name: string;
    quantity: number;
    price: number;
    free: number | null;
    of: number | null;
  }[];
};

/** A date in the studio's time zone (Asia/Kolkata), this many days from today, as YYYY-MM-DD. */
export function today(days = 0): string {
  const indian = new Date(Date.now() + 5.5 * 3_600_000 + days * 86_400_000);
  return indian.toISOString().slice(0, 10);
}

/** A valid enquiry with a new idempotency key, overridden by what is given. */
export function enquiry(given: Partial<Enquiry>): Enquiry {
  return {
    idempotency_key: randomUUID(),
    first_name: 'Asha',
    last_name: 'Rao',
    mobile: '+919876543210',
    email: 'asha@example.test',
    rental_from: today(1),
    rental_to: today(2),
    message: 'For a shoot',
    items: [],
    ...given,
  };
}

/** Submits an enquiry as that caller and commits, as the gateway does. */
export async function committed(db: Database, who: Who, sent: Enquiry): Promise<Answer> {
  return committedAs(db, who, async (sql) => {
    const [row] = await sql<{ answer: Answer }[]>`
      select submit_enquiry(${sent.idempotency_key}, ${sent.first_name}, ${sent.last_name},
        ${sent.mobile}, ${sent.email}, ${sent.rental_from}::text::date, ${sent.rental_to}::text::date,
        ${sent.message}, ${JSON.stringify(sent.items)}::text::jsonb, ${sent.amends ?? false}) as answer`;
    if (!row) throw new Error('No answer.');
    return row.answer;
  });
}

/** Lifts the limits, for tests that send more in a minute than a visitor does in an hour. */
export async function liftLimits(db: Database): Promise<void> {
  await db.owner`select private.set_limit(name, null) from private.settings`;
}

/** A studio without limits on enquiries: `items` is one active item of each type, `prop` makes a line with its prop. */
export function useEnquiries() {
  const studio = useStudio();
  const items: Record<string, string> = {};
  beforeAll(async () => {
    await liftLimits(studio.db);
    const rows = await studio.db.owner<{ type: string; id: string }[]>`
      select distinct on (type) type, id from catalogue_items order by type, code`;
    for (const row of rows) items[row.type] = row.id;
  });
  return {
    studio,
    items,
    prop: (more: Record<string, unknown> = {}) => ({
      type: 'prop',
      id: items.prop,
      quantity: 1,
      price: 500,
      ...more,
    }),
    submit: (sent: Enquiry, caller: CallerName = 'anon') =>
      committed(studio.db, studio.who(caller), sent),
    /** Counts of enquiries, items, customers and keys. */
    counts: async (): Promise<Record<string, number>> => {
      const [row] = await studio.db.owner<Record<string, number>[]>`
        select (select count(*)::int from enquiry_orders) as enquiries,
          (select count(*)::int from enquiry_items) as items,
          (select count(*)::int from customers) as customers,
          (select count(*)::int from private.idempotency_keys) as keys`;
      return row ?? {};
    },
  };
}
