import type { TransactionSql } from 'postgres';
import { SCHEMAS, type Entry } from './entry.ts';
import { listed, quoted, splitList, tidy } from './sql-text.ts';

type Found = {
  signature: string;
  name: string;
  isProcedure: boolean;
  arguments: string;
  result: string | null;
  /** Language, volatility and so on, each a clause, those that are the default left out. */
  traits: string[];
  settings: string[];
  /** A body in the form `return …` or `begin atomic …`. */
  parsed: string | null;
  source: string;
};

/** Functions and procedures: arguments, result, properties, settings, and the author's own body. */
export async function readFunctions(tx: TransactionSql): Promise<Entry[]> {
  const found = await tx<Found[]>`
    select p.oid::regprocedure::text as signature,
      format('%I.%I', nspname, proname) as name, prokind = 'p' as "isProcedure",
      pg_get_function_arguments(p.oid) as arguments, pg_get_function_result(p.oid) as result,
      array_remove(array[
        format('language %I', lanname),
        case provolatile when 'i' then 'immutable' when 's' then 'stable' end,
        case when proisstrict then 'strict' end,
        case when prosecdef then 'security definer' end,
        case when proleakproof then 'leakproof' end,
        case proparallel when 's' then 'parallel safe' when 'r' then 'parallel restricted' end,
        case when procost <> 100 then 'cost ' || procost end,
        case when proretset and prorows <> 1000 then 'rows ' || prorows end,
        case when prosupport <> 0 then 'support ' || prosupport::regproc end
      ], null) as traits,
      coalesce(proconfig, '{}') as settings,
      pg_get_function_sqlbody(p.oid) as parsed, prosrc as source
    from pg_proc p
      join pg_namespace n on n.oid = pronamespace
      join pg_language on pg_language.oid = prolang
    where nspname = any (${SCHEMAS})`;
  return found.map((one) => {
    const name = one.signature;
    return { kind: 'function', name, of: `function ${name}`, sql: definition(one) };
  });
}

function definition(one: Found): string {
  const made = one.isProcedure ? 'create procedure' : 'create function';
  const head = listed(
    `${made} ${one.name}`,
    splitList(tidy(one.arguments).replaceAll(/ default null::[^,]+/g, ' default null')),
  );
  const result = one.result === null ? '' : returns(tidy(one.result));
  // why: as in the migrations, a result follows the parenthesis that closes a list of several lines.
  const first = head.includes('\n') || `${head} ${result}`.length <= 100 ? ' ' : '\n';
  const lines = [
    result === '' ? head : `${head}${result.startsWith('returns table') ? '\n' : first}${result}`,
    one.traits.join(' '),
    ...one.settings.map(setting),
    body(one),
  ];
  return `${lines.join('\n')};`;
}

function returns(result: string): string {
  const columns = /^table\((.*)\)$/s.exec(result)?.[1];
  return columns === undefined ? `returns ${result}` : listed('returns table ', splitList(columns));
}

/** `search_path=""`, as the catalog has it, in the form `set search_path = ''`. */
function setting(text: string): string {
  const [name = '', value = ''] = text.split(/=(.*)/s);
  // why: of a list of names the catalog holds the names already quoted.
  if (name === 'search_path') return `set search_path = ${value === '""' ? "''" : value}`;
  return `set ${name} = ${quoted(value)}`;
}

function body({ parsed, source }: Found): string {
  if (parsed !== null) return tidy(parsed).trim();
  const mark = source.includes('$$') ? '$function$' : '$$';
  return `as ${mark}${source}${mark}`;
}
