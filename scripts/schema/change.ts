import postgres, { type TransactionSql } from 'postgres';
import { withDependents } from './dependents.ts';
import type { Source } from './sources.ts';
import {
  dropOf,
  formsOf,
  makeTarget,
  nameIn,
  readFunctionsAndViews,
  replacing,
  type Catalog,
  type Target,
} from './target.ts';
import { tried } from './tried.ts';

/** Difference of a database from its sources, and the migration that ends it. */
export type Change = {
  /** Paths within `supabase/schemas`, and names of functions and views that have no file. */
  differing: string[];
  /** Empty when nothing differs. */
  sql: string;
};

const HEADER = '-- Written by `npm run db:change` from supabase/schemas.';

/**
 * Compares the functions and views of a migrated database with their sources, by what PostgreSQL
 * makes of both. Leaves the database as it was.
 * @param sources in the order in which they can be created
 * @throws Error naming the file and line of a source that PostgreSQL refuses, or what is in the way
 *   of a change
 */
export async function changeTo(tx: TransactionSql, sources: Source[]): Promise<Change> {
  const before = await readFunctionsAndViews(tx);
  const target = await tried(tx, (sql) => makeTarget(sql, sources));
  const changed = differences(before, target.catalog);
  if (changed.length === 0) return { differing: [], sql: '' };
  const present = target.drops.filter((key) => before.has(key));
  const drops = await withDependents(tx, present);
  const sql = [
    HEADER,
    ...(drops.length > 0 ? [drops.map(dropOf).join('\n')] : []),
    ...statements({ before, target, changed, drops, sources }),
  ].join('\n\n');
  const paths = new Map(sources.map(({ name, path }) => [name, path]));
  const after = await tried(tx, async (made) => {
    await made
      .unsafe(sql)
      .simple()
      .catch((cause: Error) => {
        throw new Error(`${placeOf(cause, sql, paths)}: ${cause.message}`, { cause });
      });
    return readFunctionsAndViews(made);
  });
  const wrong = differences(after, target.catalog);
  if (wrong.length > 0) throw new Error(`The migration would not make ${wrong.join(', ')}.`);
  const names = new Set(changed.map(nameIn));
  const differing = [...names].map((name) => paths.get(name) ?? `${name}, which has no file`);
  return { differing: differing.toSorted(), sql: `${sql}\n` };
}

/** The file of the function or view that PostgreSQL refuses to make. */
function placeOf(error: Error, sql: string, paths: Map<string, string>): string {
  const position = error instanceof postgres.PostgresError ? Number(error.position ?? 0) : 0;
  const made = sql.slice(0, position).matchAll(/^create (?:or replace )?\w+ (\w+\.\w+)/gm);
  const path = paths.get([...made].at(-1)?.[1] ?? '');
  return path === undefined ? 'The migration' : `supabase/schemas/${path}`;
}

const differences = (one: Catalog, other: Catalog): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((key) => one.get(key) !== other.get(key));

type Parts = {
  before: Catalog;
  target: Target;
  changed: string[];
  drops: string[];
  sources: Source[];
};

/** Creates first, each after what it needs, then rights and comments. */
function statements({ before, target, changed, drops, sources }: Parts): string[] {
  const isGone = new Set(drops);
  const made = new Set([...changed.filter(isObject), ...drops].map(nameIn));
  const others = new Set(changed.filter((key) => !isObject(key)).map(nameIn));
  const creates: string[] = [];
  const rights: string[] = [];
  for (const source of sources) {
    const { name } = source;
    const kept = formsOf(before.keys(), name).filter((key) => !isGone.has(key));
    const all = formsOf(target.catalog.keys(), name);
    if (made.has(name)) {
      const asWritten = source.creates.map(({ text }) => text);
      creates.push(...(kept.length > 0 ? asWritten.map(replacing) : asWritten));
    }
    const isFresh = all.some((key) => !kept.includes(key));
    if (!isFresh && !others.has(name)) continue;
    rights.push(...kept.flatMap((key) => taken(before, target.catalog, key)));
    rights.push(...[...source.grants, ...source.comments].map(({ text }) => text));
  }
  return [...creates, ...rights];
}

const isObject = (key: string) => /^(function|view) /.test(key);

/** Takes back what an object that stays has and shall not have. */
function taken(before: Catalog, after: Catalog, key: string): string[] {
  const on = key.replace(/^function /, 'routine ').replace(/^view /, '');
  const grants = before.get(`grants on ${key}`) ?? '';
  const grantees = [...grants.matchAll(/\sto ([\w", ]+?)(?: with grant option)?;/g)].flatMap(
    ([, names]) => names ?? [],
  );
  const comment = `comment on ${key}`;
  return [
    ...(grants !== (after.get(`grants on ${key}`) ?? '') && grantees.length > 0
      ? [`revoke all on ${on} from ${[...new Set(grantees)].join(', ')};`]
      : []),
    ...(before.has(comment) && !after.has(comment) ? [`${comment} is null;`] : []),
  ];
}
