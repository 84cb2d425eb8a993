import { randomUUID } from 'node:crypto';
import { beforeAll } from 'vitest';
import { committedAs, refusal, useStudio, type CallerName, type Studio } from './studio.ts';

/** A document as staff read it, as far as tests look at it. */
export interface DocumentRecord {
  id: string;
  kind: string;
  state: string;
  number: string | null;
  revision: number;
  date: string | null;
  valid_until: string | null;
  version: number;
  place_of_supply: string | null;
  place_reason: string;
  billing_profile: { id: string } | null;
  discount_percent: number | null;
  discount_amount: number | null;
  notes: string;
  lines: Record<string, unknown>[];
  sums: Record<
    'gross' | 'discount' | 'taxable' | 'cgst' | 'sgst' | 'igst' | 'round_off' | 'total',
    number
  >;
  missing: { field: string; text: string; index?: number }[];
  source_changed: boolean;
  next_number: string | null;
  studio: { state_code: string | null; is_registered: boolean; round_off: boolean };
  frozen: Record<string, unknown> | null;
  corrected_by: { number: string; total: number }[];
  credited: number;
}

type Arguments = Record<string, unknown>;

/** The studio's identity that invoices need; state 29. */
export const IDENTITY = {
  'identity.legal_name': 'Frameyard Pictures LLP',
  'identity.gstin': '29AAGCB7383J1Z4',
};

/** The billing profile of a company in another state. */
export const OUTSIDE = { gstin: '27AAPFU0939F1ZV', address: 'MG Road\nPune' };

/** Saves settings as the owner of the database. */
export async function saveSettings(studio: Pick<Studio, 'db'>, values: Record<string, unknown>) {
  await studio.db.owner`
    insert into private.studio_settings (key, value)
    select given.key, given.value from jsonb_each(${JSON.stringify(values)}::text::jsonb) as given
    on conflict (key) do update set value = excluded.value`;
}

/** Code, message and details of the refusal that this must end in. */
export async function detailOf(run: Promise<unknown>): Promise<Record<string, unknown>> {
  const { code, message, detail } = await refusal(run);
  return { code, message, ...(JSON.parse(detail ?? '{}') as Record<string, unknown>) };
}

/** A studio with a legal identity, and the functions of documents as a member of staff calls them. */
export function useDocuments() {
  const studio = useStudio();
  beforeAll(() => saveSettings(studio, IDENTITY));
  const sql = () => studio.db.owner;

  /** Calls a function by its parameters' names and commits; objects are sent as JSON. */
  async function call<T>(
    name: string,
    given: Arguments,
    caller: CallerName = 'crm_user',
  ): Promise<T> {
    const entries = Object.entries(given).filter(([, value]) => value !== undefined);
    const values = entries.map(([, value]) =>
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    );
    const list = entries.map(([key, value], at) => {
      const isJson = typeof value === 'object' && value !== null;
      return `"${key}" => $${at + 1}${isJson ? '::text::jsonb' : ''}`;
    });
    return committedAs(studio.db, studio.who(caller), async (sql) => {
      const [row] = await sql.unsafe<{ answer: T }[]>(
        `select public.${name}(${list.join(', ')}) as answer`,
        values as string[],
      );
      if (!row) throw new Error('No answer.');
      return row.answer;
    });
  }

  /** Makes a confirmed order of text lines: [text, price, quantity, days or null for once]. */
  async function order(
    lines: readonly (readonly [string, number, number, number | null])[],
    customer = studio.ids.customer,
  ): Promise<string> {
    const [made] = await studio.db.owner<{ id: string }[]>`
      insert into orders (customer_id, rental_from, rental_to, total_price)
      values (${customer}, '2030-01-07', '2030-01-09', 0) returning id`;
    if (!made) throw new Error('No order.');
    for (const [at, [text, price, quantity, days]] of lines.entries()) {
      await studio.db.owner`
        insert into order_items (order_id, description, price, quantity, per_day, rental_from, rental_to, position)
        values (${made.id}, ${text}, ${price}, ${quantity}, ${days !== null}, '2030-01-07',
          date '2030-01-07' + ${(days ?? 1) - 1}::integer, ${at + 1})`;
    }
    return made.id;
  }

  const sofa = () => order([['Sofa', 1000, 1, 1]]);

  const make = (kind: 'quote' | 'invoice', source: { order?: string; enquiry?: string }) =>
    call<DocumentRecord>('make_document', { kind, ...source, key: randomUUID() });
  const issue = ({ id, version }: Pick<DocumentRecord, 'id' | 'version'>) =>
    call<DocumentRecord>('issue_document', { id, version, key: randomUUID() });
  const change = (record: DocumentRecord, edits: Arguments) =>
    call<DocumentRecord>('change_document', {
      id: record.id,
      version: record.version,
      draft: {
        billing_profile: record.billing_profile?.id ?? null,
        place_of_supply: record.place_reason === 'set' ? record.place_of_supply : null,
        valid_until: record.valid_until,
        discount_percent: record.discount_percent,
        discount_amount: record.discount_amount,
        notes: record.notes,
        lines: record.lines,
        ...edits,
      },
      key: randomUUID(),
    });
  const profile = (values: Arguments, customer = studio.ids.customer) =>
    call<{ id: string }>('save_billing_profile', {
      customer,
      profile: {
        id: null,
        label: '',
        legal_name: 'Asha Films',
        gstin: '',
        address: 'Pune',
        state_code: '',
        ...values,
      },
      key: randomUUID(),
    });
  /** An issued invoice of a new order with these lines, the draft edited before. */
  const invoiced = async (
    lines: Parameters<typeof order>[0],
    edits: (draft: DocumentRecord) => Arguments = () => ({}),
  ) => {
    const draft = await make('invoice', { order: await order(lines) });
    return issue(await change(draft, edits(draft)));
  };
  /** A draft that credits these amounts of an invoice's lines, or all that is left of it. */
  const credit = (
    invoice: DocumentRecord,
    lines: { position: number; taxable: number }[] | null,
    reason = 'Returned early',
  ) =>
    call<DocumentRecord>('make_credit_note', {
      invoice: invoice.id,
      ...(lines && { lines }),
      reason,
      key: randomUUID(),
    });

  return {
    studio,
    sql,
    call,
    order,
    sofa,
    make,
    issue,
    change,
    invoiced,
    credit,
    profile,
  };
}
