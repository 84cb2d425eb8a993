import type { Sql } from 'postgres';
import { BUCKETS } from '#tests/db/access-rules/buckets.ts';
import { CALLED, SHOWN } from '#tests/db/access-rules/functions.ts';
import { RELATIONS } from '#tests/db/access-rules/relations.ts';
import { EVERYONE, NOBODY, SERVICE, type Who } from '#tests/db/access-rules/rule.ts';
import type { Answer, Question } from './ask.ts';
import type { CanaryIds } from './canaries.ts';
import type { Found } from './catalog.ts';

/** One request of the matrix. */
export interface Cell {
  key: string;
  path: string;
  question: Question;
  /** The callers who may succeed; null when only the response's contents count. */
  may: Who | null;
  /** It needs no API key, so callers without rights get a response here too. */
  isOpen?: boolean;
  /** It needs a valid token and no API key, as Supabase's functions do. */
  isByToken?: boolean;
  /** Personal columns that these callers see here. */
  shows?: { columns: readonly string[]; to: Who };
  /** One of very many: a column, a relation of another schema, an embedded relation. */
  isDetail?: boolean;
  /** It would change data that other requests rely on; not sent by callers who may do it. */
  isWrite?: boolean;
}

// why: changes are rolled back, and the error proves that they were allowed.
const UNDONE = { prefer: 'handling=strict,max-affected=0' };
const ALONE = { accept: 'application/vnd.pgrst.object+json' };

const columnsOf = (columns: string, marks: RegExp) =>
  columns
    .split(/\s+/)
    .filter((each) => marks.test(each))
    .map((each) => each.slice(0, -1));

/** Requests to /rest/v1 for every relation, each column, its embeds, and functions. */
export async function restCells(sql: Sql, found: Found, ids: CanaryIds): Promise<Cell[]> {
  const cells: Cell[] = [];
  const add = (key: string, may: Who | null, path: string, question: Question = {}, more = {}) =>
    cells.push({ key, may, path: `/rest/v1/${path}`, question, ...more });
  const detail = { isDetail: true };
  for (const { schema, name, isView, columns } of found.relations) {
    if (schema !== 'public') {
      for (const profile of [schema, 'public']) {
        const headers = { 'accept-profile': profile };
        add(`GET ${schema}.${name} as of ${profile}`, NOBODY, name, { headers }, detail);
      }
      continue;
    }
    const rule = RELATIONS[`public.${name}`];
    if (!rule) continue;
    const key = columns[0]?.name ?? '';
    const [row = {}] = await sql<Record<string, unknown>[]>`
      select to_jsonb(t) as row from ${sql(name)} as t
      order by to_jsonb(t) ->> ${key} = any (${Object.values(ids)}::text[]) desc limit 1`.then(
      (rows) => rows.map((each) => each['row'] as Record<string, unknown>),
    );
    const one = `${name}?${key}=eq.${encodeURIComponent(String(row[key]))}`;
    const counted = { prefer: 'count=exact' };
    const behind = rule.behind?.split(' ') ?? [];
    const reads = behind.length > 0 ? SERVICE : rule.read;
    add(`GET ${name}`, reads, name);
    add(`HEAD ${name}`, reads, name, { method: 'HEAD', headers: counted });
    const service = rule.write === NOBODY ? NOBODY : SERVICE;
    const given = columns.filter(({ generated }) => !generated).map((column) => column.name);
    const defaulted = new Set(columns.filter((each) => each.defaulted).map((each) => each.name));
    const marked = columnsOf(rule.columns, /[*+]$/);
    const picked = (names: string[]) =>
      Object.fromEntries(names.map((each) => [each, row[each] ?? null]));
    const all = marked.length > 0 ? marked : given;
    const whole = picked(all.filter((each) => !defaulted.has(each)));
    const post = { method: 'POST', headers: ALONE };
    const change = { method: 'PATCH', headers: UNDONE };
    const changed = columnsOf(rule.columns, /[*~]$/);
    // Views are not writable, whatever the error.
    const may = (who: Who) => (isView ? NOBODY : who);
    const writers = marked.length > 0 ? rule.write : service;
    const changers = rule.change ?? rule.write;
    add(`POST ${name}`, may(writers), name, { ...post, body: [whole, whole] });
    add(`PATCH ${name}`, may(changed.length > 0 ? changers : service), one, {
      ...change,
      body: picked(changed.length > 0 ? changed : given),
    });
    add(`DELETE ${name}`, may(rule.remove), one, { method: 'DELETE', headers: UNDONE });
    for (const { name: column, generated } of columns) {
      const about = `or=(${column}.is.null,${column}.not.is.null)&order=${column}`;
      const sees = behind.includes(column) ? SERVICE : rule.read;
      add(`GET ${name}.${column}`, sees, `${name}?select=${column}&${about}`, {}, detail);
      if (isView || generated) continue;
      const alone = picked([column]);
      const inserts = marked.includes(column) ? rule.write : service;
      const updates = changed.includes(column) ? changers : service;
      add(`POST ${name}.${column}`, inserts, name, { ...post, body: [alone, alone] }, detail);
      add(`PATCH ${name}.${column}`, updates, one, { ...change, body: alone }, detail);
    }
  }
  for (const { from, to, by } of found.embeds) {
    add(`GET ${from} with ${to}`, null, `${from}?select=*,${to}!${by}(*)`, {}, detail);
    add(`GET ${to} with ${from}`, null, `${to}?select=*,${from}!${by}(*)`, {}, detail);
  }
  const named: Record<string, string> = { kind: 'prop', list: 'colors', id: ids.customer };
  const about: Record<string, string> = {
    enquiry_record: ids.enquiry,
    convert_enquiry_to_order: ids.enquiry,
    order_record: ids.order,
  };
  for (const { schema, name, isReading, needed, all } of found.functions) {
    const who = schema === 'public' ? (CALLED[name] ?? NOBODY) : NOBODY;
    const args = all.filter((each) => needed.includes(each) || each === 'id');
    const values = args.map((each) => {
      const value = each === 'id' ? (about[name] ?? named[each]) : named[each];
      return [each, value ?? null] as const;
    });
    const headers = isReading ? {} : UNDONE;
    const body = Object.fromEntries(values);
    const columns = (schema === 'public' && SHOWN[name]) || [];
    const shows = { columns, to: who };
    const post = { method: 'POST', headers, body };
    add(`POST ${schema}.${name}()`, who, `rpc/${name}`, post, { shows });
    const query = values
      .filter(([, value]) => value !== null)
      .map(([each, value]) => `${each}=${value}`);
    const path = `rpc/${name}?${query.join('&')}`;
    add(`GET ${schema}.${name}()`, null, path, { headers }, { ...detail, shows });
  }
  return cells;
}

/** The stored object for a bucket's requests. */
const objectIn = (bucket: string) => `${bucket}/private.webp`;

/** Requests to /storage/v1 for every bucket. A bucket without rules is closed to all callers. */
export function storageCells(found: Found): Cell[] {
  const cells: Cell[] = [];
  for (const bucket of found.buckets) {
    const rule = BUCKETS[bucket] ?? { read: SERVICE, write: SERVICE };
    const isPublic = rule.read === EVERYONE;
    const object = objectIn(bucket);
    const add = (key: string, may: Who | null, path: string, question: Question = {}, more = {}) =>
      cells.push({
        key: `${key} of ${bucket}`,
        may,
        path: `/storage/v1/${path}`,
        question,
        ...more,
      });
    const post = (body: object) => ({ method: 'POST', body });
    const open = { isOpen: true };
    for (const way of ['object', 'render/image'])
      add(`GET public ${way}`, isPublic ? EVERYONE : NOBODY, `${way}/public/${object}`, {}, open);
    add('GET signed', NOBODY, `object/sign/${object}?token=none`, {}, open);
    for (const way of [
      'object',
      'object/authenticated',
      'object/info',
      'render/image/authenticated',
    ])
      add(`GET ${way}`, rule.read, `${way}/${object}`);
    add('list', rule.read, `object/list/${bucket}`, post({ prefix: '' }));
    add('sign', rule.read, `object/sign/${object}`, post({ expiresIn: 60 }));
    add('GET bucket', isPublic ? EVERYONE : SERVICE, `bucket/${bucket}`);
    // why: permitted writes are tested with supabase-js; these test that other callers cannot.
    const others = rule.write;
    const write = (key: string, path: string, question: Question) =>
      add(key, others, path, question, { isWrite: true });
    const bytes = new Uint8Array([1, 2, 3]);
    const type = { 'content-type': 'image/webp' };
    write('upload', `object/${bucket}/new.webp`, { method: 'POST', headers: type, body: bytes });
    write('overwrite', `object/${object}`, { method: 'PUT', headers: type, body: bytes });
    write('sign an upload', `object/upload/sign/${bucket}/new.webp`, post({}));
    const move = { bucketId: bucket, sourceKey: 'private.webp', destinationKey: 'moved.webp' };
    write('move', 'object/move', post(move));
    write('copy', 'object/copy', post({ ...move, destinationBucket: 'catalogue' }));
    write('delete', `object/${object}`, { method: 'DELETE' });
    write('delete many', `object/${bucket}`, {
      method: 'DELETE',
      body: { prefixes: ['private.webp'] },
    });
    write('empty', `bucket/${bucket}/empty`, post({}));
    const changed = { id: bucket, name: bucket, public: true };
    add(
      'change bucket',
      SERVICE,
      `bucket/${bucket}`,
      { method: 'PUT', body: changed },
      { isWrite: true },
    );
    add('delete bucket', SERVICE, `bucket/${bucket}`, { method: 'DELETE' }, { isWrite: true });
  }
  return cells;
}

/** Requests to all other endpoints. */
export function otherCells(ids: CanaryIds): Cell[] {
  const user = `/auth/v1/admin/users/${ids.user}`;
  const cell = (
    key: string,
    may: Who | null,
    path: string,
    question: Question = {},
    more: Pick<Cell, 'isOpen' | 'isByToken'> = {},
  ) => ({
    key,
    may,
    path,
    question,
    ...more,
  });
  const signedIn = EVERYONE.filter((each) => each !== 'anon' && each !== 'service_role');
  return [
    cell('GET user', signedIn, '/auth/v1/user'),
    cell('GET users', SERVICE, '/auth/v1/admin/users'),
    cell('GET another user', SERVICE, user),
    cell('POST user', SERVICE, '/auth/v1/admin/users', { method: 'POST', body: { email: 'none' } }),
    cell('PUT another user', SERVICE, user, { method: 'PUT', body: { email: 'none' } }),
    cell('DELETE another user', SERVICE, `${user}x`, { method: 'DELETE' }),
    cell('POST link', SERVICE, '/auth/v1/admin/generate_link', {
      method: 'POST',
      body: { type: 'invite', email: 'none' },
    }),
    cell(
      'list staff',
      ['admin'],
      '/functions/v1/staff',
      { method: 'POST', body: { action: 'list' } },
      { isByToken: true },
    ),
    cell('GET settings', EVERYONE, '/auth/v1/settings'),
    ...['/rest/v1/', '/storage/v1/bucket', '/rest/v1/rpc/'].map((path) =>
      cell(`GET ${path}`, null, path),
    ),
    ...[
      '/',
      '/ops/dashboard',
      '/ops/crm',
      `/ops/crm?customer=${ids.customer}`,
      '/metrics',
      '/readyz',
      '/functions/v1/any',
      '/realtime/v1/api/broadcast',
      '/realtime/v1/websocket',
      '/graphql/v1',
    ].map((path) => cell(`GET ${path}`, null, path, {}, { isOpen: true })),
  ];
}

const codeOf = (text: string): string => /"code": ?"(\w+)"/.exec(text)?.[1] ?? '';

/**
 * Whether the response means that the caller got through: rows, or an error raised after the
 * permission checks. Null is neither: an internal error.
 */
export function isThrough({ path, question: { method } }: Cell, { status, headers, text }: Answer) {
  if (status < 400) {
    if (path.startsWith('/rest/v1/rpc/')) return true;
    if (method === 'HEAD') return !String(headers['content-range']).endsWith('/0');
    return status === 201 || !/^(\[\])?$/.test(text);
  }
  if (/^(22|23|PT4|PGRST1(16|24)|validation_failed)/.test(codeOf(text))) return true;
  return [401, 403, 404, 405, 406].includes(status) ? false : null;
}
