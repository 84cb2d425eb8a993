import { createHash } from 'node:crypto';
import type { ISql } from 'postgres';

/** An issued document as the check reads it; amounts as PostgreSQL writes numerics, hashes in hex. */
interface Row {
  id: string;
  kind: string;
  is_offer: boolean;
  is_chained: boolean;
  fy: string;
  prefix: string;
  sequence: number;
  revision: number;
  number: string;
  date: string;
  fits_year: boolean;
  frozen: string;
  hash: string;
  previous_hash: string | null;
  erased: boolean;
  sums: Amounts;
  lines: (Amounts & { position: number })[];
  corrects: string | null;
  credited: Amounts | null;
}

type Amounts = Readonly<Record<string, number>>;

interface FrozenRow {
  number: string;
  date: string;
  kind: string;
  corrects: { number: string } | null;
  sums: Amounts;
  lines: (Amounts & { position: number })[];
}

const PAGE = 500;
const SUMS = ['gross', 'discount', 'taxable', 'cgst', 'sgst', 'igst', 'round_off', 'total'];
const LINE = ['gross', 'discount', 'taxable', 'cgst', 'sgst', 'igst', 'total'];
const CREDITED = ['taxable', 'cgst', 'sgst', 'igst', 'total'];

const paise = (amounts: Amounts, name: string) => Math.round((amounts[name] ?? Number.NaN) * 100);
const isSame = (one: Amounts, other: Amounts, names: readonly string[]) =>
  names.every((name) => paise(one, name) === paise(other, name));

/**
 * Checks all issued documents, reading what was frozen: chains of hashes, consecutive numbers, dates that never fall,
 * sums of lines, and that no invoice is credited with more than it has.
 * @returns one sentence for each problem, and the number of documents read
 */
export async function verifyBooks(sql: ISql): Promise<{ documents: number; problems: string[] }> {
  const problems: string[] = [];
  const last = new Map<string, Row>();
  let documents = 0;
  let after: readonly [string, string, string, number, number] = ['', '', '', 0, 0];
  for (;;) {
    const rows = await readPage(sql, after);
    for (const row of rows) {
      documents += 1;
      const series = `${row.kind} ${row.prefix}/${row.fy}`;
      problems.push(...problemsOf(row), ...problemsAfter(row, last.get(series)));
      last.set(series, row);
    }
    const end = rows.at(-1);
    if (!end) break;
    after = [end.kind, end.fy, end.prefix, end.sequence, end.revision];
  }
  problems.push(...(await seriesProblems(sql, last)));
  return { documents, problems };
}

const readPage = (sql: ISql, after: readonly [string, string, string, number, number]) => sql<
  Row[]
>`
  select document.id, document.kind, kinds.is_offer, kinds.is_chained, document.fy, series.prefix, document.sequence, document.revision, document.number,
    document.date::text as date, private.financial_year(document.date) = document.fy or kinds.is_offer as fits_year,
    document.frozen::text as frozen, encode(document.hash, 'hex') as hash,
    encode(document.previous_hash, 'hex') as previous_hash, customer.erased_at is not null as erased,
    jsonb_build_object('gross', document.gross, 'discount', document.discount, 'taxable', document.taxable,
      'cgst', document.cgst, 'sgst', document.sgst, 'igst', document.igst, 'round_off', document.round_off,
      'total', document.total) as sums,
    (select jsonb_agg(jsonb_build_object('position', line.position, 'gross', line.gross,
        'discount', line.discount + line.shared_discount, 'taxable', line.taxable, 'cgst', line.cgst, 'sgst', line.sgst,
        'igst', line.igst, 'total', line.taxable + line.cgst + line.sgst + line.igst) order by line.position)
      from public.document_lines as line where line.document_id = document.id) as lines,
    (select corrected.number from public.documents as corrected where corrected.id = document.corrects) as corrects,
    (select jsonb_build_object('taxable', sum(note.taxable), 'cgst', sum(note.cgst), 'sgst', sum(note.sgst),
        'igst', sum(note.igst), 'total', sum(note.total))
      from public.documents as note
      where note.corrects = document.id and note.kind = 'credit_note' and note.state = 'issued' having count(*) > 0) as credited
  from public.documents as document
    join private.document_kinds as kinds using (kind)
    join public.customers as customer on customer.id = document.customer_id
    cross join lateral (select regexp_replace(document.number, '/.*$', '') as prefix) as series
  where document.state <> 'draft'
    and (document.kind, document.fy, series.prefix, document.sequence, document.revision)
      > (${after[0]}, ${after[1]}, ${after[2]}, ${after[3]}, ${after[4]})
  order by document.kind, document.fy, series.prefix, document.sequence, document.revision
  limit ${PAGE}`;

/** Faults of one document by itself. */
function problemsOf(row: Row): string[] {
  const problems: string[] = [];
  const say = (problem: string) => problems.push(`${row.number}: ${problem}`);
  const previous = Buffer.from(row.previous_hash ?? '', 'hex');
  const hash = createHash('sha256').update(previous).update(row.frozen, 'utf8').digest('hex');
  // why: erasing a customer removes their data outside of chains; the hash stays that of what they accepted.
  if (hash !== row.hash && (row.is_chained || !row.erased)) {
    say('its contents do not fit its hash.');
  }
  const frozen = JSON.parse(row.frozen) as FrozenRow;
  if (frozen.number !== row.number || frozen.kind !== row.kind || frozen.date !== row.date) {
    say('its number, kind or date is not the one that was issued.');
  }
  if (row.number !== `${row.prefix}/${row.fy}/${String(row.sequence).padStart(4, '0')}`) {
    say('its number does not fit its series.');
  }
  if (!row.fits_year) say('its date is not in its financial year.');
  if ((frozen.corrects?.number ?? null) !== row.corrects)
    say('it corrects another document than issued.');
  const isLinesSame =
    frozen.lines.length === row.lines.length &&
    frozen.lines.every((line, at) => {
      const saved = row.lines[at];
      return saved?.position === line.position && isSame(line, saved, LINE);
    });
  if (!isLinesSame || !isSame(frozen.sums, row.sums, SUMS))
    say('its saved amounts are not those that were issued.');
  for (const name of SUMS.filter((each) => each !== 'round_off')) {
    const sum = frozen.lines.reduce((whole, line) => whole + paise(line, name), 0);
    const rounding = name === 'total' ? paise(frozen.sums, 'round_off') : 0;
    if (sum + rounding !== paise(frozen.sums, name)) say(`its lines do not add up to its ${name}.`);
  }
  const { credited } = row;
  if (credited && CREDITED.some((name) => paise(credited, name) > paise(row.sums, name))) {
    say('its credit notes exceed it.');
  }
  return problems;
}

/** Faults of a document after the one before it in its series. */
function problemsAfter(row: Row, before: Row | undefined): string[] {
  const problems: string[] = [];
  const say = (problem: string) => problems.push(`${row.number}: ${problem}`);
  const isRevision = row.is_offer && before?.sequence === row.sequence;
  const expected = isRevision ? row.sequence : (before?.sequence ?? 0) + 1;
  if (row.sequence !== expected) say(`the number before it, ${expected}, is missing.`);
  if (isRevision && row.revision !== before.revision + 1) say('a revision before it is missing.');
  if (row.is_chained) {
    if (before && row.date < before.date) say('its date is before that of the number before it.');
    if (row.previous_hash !== (before?.hash ?? ''))
      say('it does not follow the document before it.');
  }
  return problems;
}

/** Faults of the counters of the series; a document removed from the end is found here. */
async function seriesProblems(sql: ISql, last: ReadonlyMap<string, Row>): Promise<string[]> {
  const counters = await sql<
    { series: string; prefix: string; last_number: number; last_hash: string | null }[]
  >`
    select format('%s %s/%s', kind, prefix, fy) as series, format('%s/%s', prefix, fy) as prefix, last_number,
      encode(last_hash, 'hex') as last_hash
    from private.document_series where last_number > 0`;
  const known = new Set(counters.map(({ series }) => series));
  return [
    ...counters.flatMap(({ series, prefix, last_number, last_hash }) => {
      const row = last.get(series);
      const fits = row?.sequence === last_number && (!row.is_chained || row.hash === last_hash);
      return fits
        ? []
        : [
            `${prefix}: its last number is ${last_number}, but its last document is ${row?.number ?? 'none'}.`,
          ];
    }),
    ...[...last].flatMap(([series, { number }]) =>
      known.has(series) ? [] : [`${number}: its series is missing.`],
    ),
  ];
}

/** The last number of a series: `INV/26-27/0042`. */
export interface LastNumber {
  series: string;
  last: number;
}

/** The last number of each series; none before the database has documents. */
export async function lastNumbers(sql: ISql): Promise<LastNumber[]> {
  const [known] = await sql<{ is_there: boolean }[]>`
    select to_regclass('private.document_series') is not null as is_there`;
  if (!known?.is_there) return [];
  return sql<LastNumber[]>`
    select format('%s/%s', prefix, fy) as series, last_number as last
    from private.document_series where last_number > 0 order by fy, prefix`;
}

const numberOf = ({ series, last }: LastNumber) => `${series}/${String(last).padStart(4, '0')}`;

/**
 * Warning after restoring a backup: numbers that were given after it would be given again.
 * @param before the last numbers of the data that was replaced
 * @param restored those of the backup
 * @param madeAt when the backup was made
 */
export function repeatedNumbersWarning(
  before: readonly LastNumber[],
  restored: readonly LastNumber[],
  madeAt: string,
): string | null {
  const later = before.filter(
    ({ series, last }) => last > (restored.find((one) => one.series === series)?.last ?? 0),
  );
  if (later.length > 0) {
    return `Numbers would repeat: documents up to ${later.map(numberOf).join(', ')} were issued after this backup. Give these series other prefixes in the settings before you issue any.`;
  }
  if (restored.length === 0) return null;
  return `Documents that were issued after ${madeAt} are not in this backup, and their numbers would repeat. The last numbers in it: ${restored.map(numberOf).join(', ')}.`;
}
