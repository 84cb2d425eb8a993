import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DOCUMENT_FACTS, DOCUMENT_KINDS } from '#domain/documents/document-kinds.ts';
import { PAPER_FACTS } from '#server/documents/paper-facts.ts';
import { useDatabase } from '#tests/support/database.ts';

const home = useDatabase();

interface Row {
  kind: string;
  name: string;
  registered_title: string | null;
  lines: string;
  is_offer: boolean;
  is_chained: boolean;
  is_tax_document: boolean;
  is_payable: boolean;
  needs_order: boolean;
  bill_sign: number;
  page: string;
}

const rows = () => home.db.owner<Row[]>`select * from private.document_kinds order by kind`;

test('database and app know the same kinds with the same facts', async () => {
  const known = await rows();
  const listed = known.map((row) => [
    row.kind,
    {
      name: row.registered_title ?? row.name,
      word: row.name.toLowerCase(),
      lines: row.lines,
      isOffer: row.is_offer,
      isTaxDocument: row.is_tax_document,
      needsOrder: row.needs_order,
      billSign: row.bill_sign,
      page: row.page,
    },
  ]);
  expect(Object.fromEntries(listed)).toEqual(DOCUMENT_FACTS);
  for (const kind of DOCUMENT_KINDS) {
    const row = known.find((one) => one.kind === kind);
    expect(PAPER_FACTS[kind]).toMatchObject({
      isTaxDocument: row?.is_tax_document,
      isPayable: row?.is_payable,
    });
  }
});

// why: a constraint cannot read another table.
test.each([
  ['documents_chained_check', 'is_chained', `{"previous_hash": "\\\\x"}`, '{}'],
  ['documents_revision_check', 'is_offer', '{"revision": 2}', null],
  ['documents_state_check', 'is_offer', '{"state": "superseded"}', null],
])('%s allows what %s says', async (name, fact, its, others) => {
  const [check] = await home.db.owner<{ expression: string }[]>`
    select pg_get_expr(conbin, conrelid) as expression from pg_constraint where conname = ${name}`;
  const allowed = (values: string) =>
    home.db.owner.unsafe<{ kind: string; is_fact: boolean; is_allowed: boolean }[]>(
      `select made.*, ${check?.expression} as is_allowed from (
         select document.*, kinds.${fact} as is_fact from private.document_kinds as kinds
         cross join lateral jsonb_populate_record(null::public.documents,
           jsonb_build_object('kind', kinds.kind, 'state', 'issued', 'revision', 1) || $1::text::jsonb) as document
       ) as made order by kind`,
      [values],
    );
  const facts = await allowed(its);
  expect(facts.map(({ kind, is_allowed }) => [kind, is_allowed])).toEqual(
    facts.map(({ kind, is_fact }) => [kind, is_fact]),
  );
  if (others === null) return;
  const rest = await allowed(others);
  expect(rest.map(({ kind, is_allowed }) => [kind, is_allowed])).toEqual(
    rest.map(({ kind, is_fact }) => [kind, !is_fact]),
  );
});

const KINDS = DOCUMENT_KINDS.join('|');

/** Functions about one kind; what all kinds have is a fact of `private.document_kinds`. */
const ABOUT_ONE_KIND = [
  // Quotes: the accepted one, an enquiry's last one, the next revision.
  'changed_quote',
  'quote_of_enquiry',
  'revise_quote',
  // Invoices of an order: those to credit, the newest one, what is on them already.
  'cancellation_proposal',
  'message_document',
  'order_billing',
  'billable_lines',
  'billed_lines',
  // Credit notes of an invoice, and what each kind needs before it is issued.
  'credit_amounts',
  'credited_lines',
  'document_missing',
  'document_record',
  'make_credit_note',
  // Vouchers: of money received or refunded, and advances that no invoice took up.
  'gstr1',
  'receipt_lines',
];

test('no other function of the database asks for a kind by its name', async () => {
  const found = await home.db.owner<{ name: string }[]>`
    select proname as name from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and regexp_replace(prosrc, '--.*', '', 'gn')
        ~ ${`\\mkind\\M[^;]{0,40}'(${KINDS})'|'(${KINDS})'[^;]{0,30}\\mkind\\M`}
    order by proname collate "C"`;
  expect(found.map(({ name }) => name)).toEqual(ABOUT_ONE_KIND.toSorted());
});

test('no other file asks for a kind by its name', () => {
  const root = join(import.meta.dirname, '../..');
  const asks = new RegExp(`\\bkind\\b[^;\n]{0,20}[!=]==? *'(${KINDS})'|case '(${KINDS})'`);
  const found = globSync('{src,server,scripts,backend}/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) => !/\.test\.tsx?$/.test(path) && asks.test(readFileSync(join(root, path), 'utf8')),
  );
  expect(found).toEqual([
    // A refund voucher names the receipt voucher.
    'src/ops/money/new-payment.ts',
  ]);
});
