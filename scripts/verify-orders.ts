import type { ISql } from 'postgres';

/** Orders that are computed at a time. */
const PAGE = 500;

/** Facts of a party that make it the same one on both papers; its contacts may have changed since. */
const PARTY = ['legal_name', 'gstin', 'address', 'state'];

/**
 * Checks papers against those that they correct, and the stored balances of listed orders against their documents, lines
 * and entries.
 * @returns one sentence for each problem
 */
export async function verifyOrders(sql: ISql): Promise<string[]> {
  const problems = [...(await correctionProblems(sql)), ...(await splitProblems(sql))];
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const ids = await sql<{ id: string }[]>`
      select order_id as id from private.order_balances where is_listed and order_id > ${after}
      order by order_id limit ${PAGE}`;
    const last = ids.at(-1);
    if (!last) return problems;
    problems.push(
      ...(await balanceProblems(
        sql,
        ids.map(({ id }) => id),
      )),
    );
    after = last.id;
  }
}

/** Credit notes and vouchers whose parties or place are not those of what they correct. */
async function correctionProblems(sql: ISql): Promise<string[]> {
  const rows = await sql<{ number: string; corrected: string; what: string }[]>`
    with pair as (
      select note.id, note.corrects from public.documents as note where note.corrects is not null
      union
      select line.document_id, line.corrects from public.document_lines as line where line.corrects is not null
    )
    select note.number, corrected.number as corrected, concat_ws(' and ',
      case when parties.are_others then 'parties' end,
      case when (note.frozen -> 'place_of_supply', note.zero_rated)
        is distinct from (corrected.frozen -> 'place_of_supply', corrected.zero_rated) then 'place of supply' end) as what
    from pair join public.documents as note on note.id = pair.id and note.state = 'issued'
      join public.documents as corrected on corrected.id = pair.corrects
      cross join lateral (
        select bool_or(note.frozen -> party -> fact is distinct from corrected.frozen -> party -> fact) as are_others
        from unnest(array['customer', 'studio']) as party, unnest(${PARTY}::text[]) as fact
      ) as parties
    where parties.are_others or (note.frozen -> 'place_of_supply', note.zero_rated)
      is distinct from (corrected.frozen -> 'place_of_supply', corrected.zero_rated)
    order by note.number, corrected.number`;
  return rows.map(
    ({ number, corrected, what }) => `${number}: its ${what} are not those of ${corrected}.`,
  );
}

/** Credit notes and vouchers with a line that is taxed otherwise than the line that it corrects. */
async function splitProblems(sql: ISql): Promise<string[]> {
  const rows = await sql<{ number: string; corrected: string }[]>`
    select distinct note.number, corrected.number as corrected
    from public.documents as note
      join public.document_lines as line on line.document_id = note.id and line.credits_position is not null
      join public.documents as corrected on corrected.id = coalesce(line.corrects, note.corrects)
      join public.document_lines as whole
        on whole.document_id = corrected.id and whole.position = line.credits_position
    where note.state = 'issued'
      and ((line.sac, line.rate, line.place) is distinct from (whole.sac, whole.rate, whole.place)
        or line.igst > 0 and whole.cgst > 0 or line.cgst > 0 and whole.igst > 0)
    order by note.number, corrected.number`;
  return rows.map(
    ({ number, corrected }) => `${number}: a line is taxed otherwise than on ${corrected}.`,
  );
}

/** Orders whose stored balance is not what their documents, lines and entries say. */
async function balanceProblems(sql: ISql, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ number: string; stored: string; computed: string }[]>`
    select made.order_number as number, stored.figures::text as stored, computed.figures::text as computed
    from private.order_balances as balance
      join public.orders as made on made.id = balance.order_id
      join private.order_bills(${ids}::uuid[]) as bill on bill.order_id = made.id
      join private.paid_sums(${ids}::uuid[]) as paid on paid.order_id = made.id
      cross join lateral (
        select jsonb_build_object('value', balance.value::float, 'billed', balance.billed::float,
          'received', balance.received::float, 'held', balance.held::float, 'due', balance.due::float) as figures
      ) as stored
      cross join lateral (
        select jsonb_build_object('value', bill.value::float, 'billed', bill.billed::float,
          'received', paid.received::float, 'held', paid.held::float,
          'due', (bill.value - paid.received - paid.tds - paid.written_off)::float) as figures
      ) as computed
    where stored.figures <> computed.figures
    order by made.order_number`;
  return rows.map(
    ({ number, stored, computed }) =>
      `${number}: its balance is kept as ${stored}, but is ${computed}.`,
  );
}
