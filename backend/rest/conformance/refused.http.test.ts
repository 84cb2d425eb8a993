import { conforms, type Case } from '#tests/support/conformance.ts';
import { openLibrary } from '#tests/support/library.ts';

/** Features of PostgREST that this endpoint lacks: each is refused, none is ignored. */
const library = openLibrary();

const refuses = (doc: string, ask: string, js?: Case['js'], code = 'PGRST100'): Case => ({
  doc: `api/${doc}`,
  ask,
  status: 400,
  code,
  ...(js && { js }),
});
const tables = 'tables_views.html';
const author = { title: 'x' };

conforms(library, 'operators and modifiers', [
  ...['fts', 'plfts', 'phfts', 'wfts'].map((operator) =>
    refuses(`${tables}#full-text-search`, `authors?name=${operator}.word`),
  ),
  refuses(`${tables}#full-text-search`, 'authors?name=fts(english).word', (client) =>
    client.from('authors').select().textSearch('name', 'word', { config: 'english' }),
  ),
  ...['cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'].map((operator) =>
    refuses(`${tables}#operators`, `authors?tags=${operator}.{a}`),
  ),
  refuses(`${tables}#operators`, 'authors?tags=not.cs.{a}', (client) =>
    client.from('authors').select().contains('tags', ['a']),
  ),
  ...['match', 'imatch'].map((operator) =>
    refuses(`${tables}#pattern-matching`, `authors?name=${operator}.^A`),
  ),
  refuses(`${tables}#operators`, 'authors?name=isdistinct.Ada'),
  refuses(`${tables}#operator-modifiers`, 'authors?name=like(any).{A*,B*}', (client) =>
    client.from('authors').select().likeAnyOf('name', ['A%', 'B%']),
  ),
  refuses(`${tables}#operator-modifiers`, 'authors?name=ilike(all).{A*,*a}'),
  refuses(`${tables}#operator-modifiers`, 'authors?id=eq(any).{1,2}'),
  refuses(`${tables}#logical-operators`, 'authors?or=(name.fts.x,id.eq.1)'),
]);

conforms(library, 'columns and order', [
  refuses(`${tables}#casting-columns`, 'authors?select=id::text', (client) =>
    client.from('authors').select('id::text'),
  ),
  refuses(`${tables}#json-columns`, 'authors?select=extra->k', (client) =>
    client.from('authors').select('extra->k'),
  ),
  refuses(`${tables}#json-columns`, 'authors?select=extra->>k'),
  refuses(`${tables}#json-columns`, 'authors?extra->k=eq.1', (client) =>
    client.from('authors').select().eq('extra->k', 1),
  ),
  refuses(`${tables}#json-columns`, 'authors?order=extra->k'),
  refuses(`${tables}#composite-array-columns`, 'authors?select=first:tags->0'),
  refuses(
    'computed_fields.html',
    'authors?select=id,upper_name',
    (client) => client.from('authors').select('id, upper_name'),
    '42703',
  ),
  refuses('computed_fields.html', 'authors?upper_name=eq.ADA', undefined, '42703'),
  refuses('computed_fields.html', 'authors?order=upper_name', undefined, '42703'),
  ...['count', 'sum', 'avg', 'min', 'max'].map((name) =>
    refuses('aggregate_functions.html', `authors?select=rating.${name}()`),
  ),
  refuses(
    'aggregate_functions.html',
    'authors?select=count()',
    (client) => client.from('authors').select('count()'),
    'PGRST200',
  ),
  refuses('aggregate_functions.html', 'authors?select=total:rating.sum(),country_code'),
]);

const embedding = 'resource_embedding.html';

conforms(library, 'embedded resources', [
  refuses(
    `${embedding}#spread-embedded-resource`,
    'authors?select=name,...countries(code)',
    (client) => client.from('authors').select('name, ...countries(code)'),
  ),
  refuses(
    `${embedding}#many-to-many-relationships`,
    'countries?select=name,covers(colour)',
    undefined,
    'PGRST200',
  ),
  refuses(
    `${embedding}#computed-relationships`,
    'authors?select=name,upper_name(x)',
    undefined,
    'PGRST200',
  ),
  refuses(
    `${embedding}#foreign-key-joins-on-views`,
    'young_books?select=id,authors(name)',
    undefined,
    'PGRST200',
  ),
  refuses(
    `${embedding}#foreign-key-joins-on-views`,
    'authors?select=id,young_books(id)',
    undefined,
    'PGRST200',
  ),
  refuses(`${embedding}#top-level-ordering`, 'books?select=id,a:author_id(name)&order=a(name)'),
]);

conforms(library, 'writes and functions', [
  {
    doc: `api/${tables}#put`,
    ask: 'PUT authors?id=eq.1',
    role: 'authenticated',
    body: { id: 1, name: 'x' },
    status: 405,
    code: 'PGRST117',
  },
  {
    doc: `api/${tables}#bulk-insert`,
    ask: 'POST books',
    role: 'authenticated',
    headers: { 'content-type': 'text/csv' },
    body: 'title\nx',
    status: 415,
    code: 'PGRST102',
  },
  {
    doc: `api/${tables}#insert`,
    ask: 'POST books',
    role: 'authenticated',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'title=x',
    status: 415,
    code: 'PGRST102',
  },
  {
    ...refuses(`${tables}#limited-update-delete`, 'PATCH books?id=lt.9&limit=1&order=id'),
    role: 'authenticated',
    body: { pages: 1 },
    leaves: ['select from books where pages = 1', []],
  },
  {
    ...refuses(`${tables}#limited-update-delete`, 'DELETE books?id=lt.9&limit=1&order=id'),
    role: 'authenticated',
  },
  {
    ...refuses(`${tables}#limited-update-delete`, 'DELETE books?id=lt.9&offset=1'),
    role: 'authenticated',
  },
  {
    ...refuses(
      `${tables}#update`,
      'PATCH books',
      (client) => client.from('books').update({ pages: 1 }),
      '21000',
    ),
    role: 'authenticated',
    body: { pages: 1 },
    leaves: ['select from books where pages = 1', []],
  },
  {
    ...refuses(
      `${tables}#delete`,
      'DELETE books',
      (client) => client.from('books').delete(),
      '21000',
    ),
    role: 'authenticated',
  },
  { ...refuses(`${tables}#insert`, 'POST books?id=eq.1'), role: 'authenticated', body: author },
  {
    ...refuses(`${tables}#update`, 'PATCH books?id=eq.1', undefined, 'PGRST102'),
    role: 'authenticated',
    body: [{ pages: 1 }],
  },
  {
    doc: 'api/functions.html#functions-with-a-single-unnamed-parameter',
    ask: 'POST rpc/unnamed',
    headers: { 'content-type': 'text/plain' },
    body: 'x',
    status: 415,
    code: 'PGRST102',
  },
  {
    doc: 'api/functions.html#functions-with-a-single-unnamed-json-parameter',
    ask: 'POST rpc/unnamed',
    body: { x: 4 },
    status: 404,
    code: 'PGRST202',
  },
  {
    doc: 'api/functions.html#variadic-functions',
    ask: 'POST rpc/plus_many',
    body: { v: [1] },
    status: 404,
    code: 'PGRST202',
  },
  {
    doc: 'api/functions.html#untyped-functions',
    ask: 'rpc/untyped',
    status: 404,
    code: 'PGRST202',
  },
  ...['add?a=1&select=x', 'many_numbers?upto=3&order=value', 'many_numbers?upto=3&value=gt.1'].map(
    (call) => refuses('functions.html#table-valued-functions', `rpc/${call}`, undefined, '42703'),
  ),
]);

conforms(library, 'preferences and formats', [
  ...['tx=rollback', 'tx=commit', 'timezone=Asia/Kolkata', 'params=single-object'].map(
    (prefer): Case => ({
      ...refuses(
        `preferences.html#${prefer.startsWith('tx') ? 'transaction-end-preference' : 'timezone'}`,
        'POST books',
        undefined,
        'PGRST122',
      ),
      role: 'authenticated',
      headers: { prefer },
      body: { title: 'Undone' },
      leaves: [`select from books where title = 'Undone'`, []],
    }),
  ),
  ...[
    'text/csv',
    'application/geo+json',
    'application/openapi+json',
    'application/vnd.pgrst.plan',
    'application/octet-stream',
  ].map((accept): Case => ({
    doc: 'errors.html#pgrst107',
    ask: 'authors',
    headers: { accept },
    status: 406,
    code: 'PGRST107',
  })),
  {
    doc: 'api/resource_representation.html#response-format',
    ask: 'authors',
    headers: { accept: 'text/csv' },
    status: 406,
    code: 'PGRST107',
    js: (client) => client.from('authors').select().csv(),
  },
  { doc: 'api/options.html', ask: 'OPTIONS authors', status: 405, code: 'PGRST117' },
  { doc: 'api/openapi.html', ask: '', status: 404, code: 'PGRST125' },
]);
