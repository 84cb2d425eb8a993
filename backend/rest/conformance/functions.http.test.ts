import { atMost, conforms, type Case } from '#tests/support/conformance.ts';
import { openLibrary } from '#tests/support/library.ts';

const library = openLibrary();
const page = 'api/functions.html';
const json = 'application/json; charset=utf-8';

/** A call by POST, and the same by supabase-js. */
const post = (
  section: string,
  name: string,
  args: Record<string, unknown>,
  gives: unknown,
): Case => ({
  doc: `${page}#${section}`,
  ask: `POST rpc/${name}`,
  body: args,
  gives,
  shows: { 'content-type': json },
  js: (client) => client.rpc(name, args),
});

/** A call by GET, and the same by supabase-js. */
const get = (
  section: string,
  name: string,
  args: Record<string, unknown>,
  gives: unknown,
): Case => ({
  doc: `${page}#${section}`,
  ask: `rpc/${name}?${new URLSearchParams(args as Record<string, string>).toString()}`,
  gives,
  js: (client) => client.rpc(name, args, { get: true }),
});

conforms(library, 'calls', [
  post('calling-with-post', 'add', { a: 1, b: 2 }, 3),
  post('calling-with-post', 'add', { b: 2, a: 1 }, 3),
  post('calling-with-post', 'add', { a: 1 }, 11),
  post('calling-with-post', 'add', { a: null }, null),
  get('calling-with-get', 'add', { a: 1, b: 2 }, 3),
  get('calling-with-get', 'add', { a: 1 }, 11),
  {
    doc: `${page}#calling-with-get`,
    ask: 'rpc/as_json?value={"k":[1,"x"]}',
    gives: { k: [1, 'x'] },
  },
  {
    doc: `${page}#calling-with-get`,
    ask: 'HEAD rpc/many_numbers?upto=3',
    headers: { prefer: 'count=exact' },
    shows: { 'content-range': '0-2/3' },
    js: (client) => client.rpc('many_numbers', { upto: 3 }, { head: true, count: 'exact' }),
  },
  {
    doc: `${page}#calling-with-get`,
    ask: 'rpc/add_book?title=x',
    role: 'authenticated',
    status: 405,
    code: '25006',
    js: (client) => client.rpc('add_book', { title: 'x' }, { get: true }),
    leaves: [`select from books where title = 'x'`, []],
  },
  {
    doc: `${page}#calling-with-post`,
    ask: 'POST rpc/no_json',
    gives: null,
    shows: { 'content-type': json },
  },
  post(
    'functions-with-an-array-of-json-objects',
    'rows_of_json',
    { p_json: [{ a: 1 }, { a: 2 }] },
    2,
  ),
  post('functions-with-array-parameters', 'plus_one', { arr: [1, 2, 3, 4] }, [2, 3, 4, 5]),
  get('functions-with-array-parameters', 'plus_one', { arr: '{1,2,3,4}' }, [2, 3, 4, 5]),
  post('functions-with-array-parameters', 'sum_list', { numbers: [1, 2, 3] }, 6),
  post('overloaded-functions', 'volume', { width: 3 }, 3),
  post('overloaded-functions', 'volume', { width: 3, height: 4 }, 12),
  get('overloaded-functions', 'volume', { width: 3, height: 4 }, 12),
  {
    doc: `${page}#overloaded-functions`,
    ask: 'POST rpc/twice',
    body: { x: 1 },
    status: 300,
    code: 'PGRST203',
    js: (client) => client.rpc('twice', { x: 1 }),
  },
]);

conforms(library, 'results', [
  post(
    'scalar-functions',
    'as_json',
    { value: { deep: [1, null, 'x'] } },
    { deep: [1, null, 'x'] },
  ),
  post('scalar-functions', 'as_json', { value: null }, null),
  post('scalar-functions', 'no_json', {}, null),
  post('scalar-functions', 'many_numbers', { upto: 3 }, [1, 2, 3]),
  {
    doc: `${page}#scalar-functions`,
    ask: 'rpc/many_numbers?upto=5&offset=2&limit=2',
    headers: { prefer: 'count=exact' },
    status: 206,
    gives: [3, 4],
    shows: { 'content-range': '2-3/5' },
    js: (client) =>
      client.rpc('many_numbers', { upto: 5 }, { get: true, count: 'exact' }).range(2, 3),
  },
  post('scalar-functions', 'low_high', {}, { low: 1, high: 2 }),
  {
    doc: `${page}#scalar-functions`,
    ask: 'POST rpc/nothing_much',
    status: 204,
    gives: null,
    js: (client) => client.rpc('nothing_much'),
  },
  {
    doc: `${page}#table-valued-functions`,
    ask: 'rpc/first_book?select=title',
    gives: { title: 'Engines' },
    js: (client) => client.rpc('first_book', {}, { get: true }).select('title'),
  },
  {
    doc: `${page}#table-valued-functions`,
    ask: 'rpc/title_lengths?select=length&title=eq.Notes',
    gives: [{ length: 5 }],
    js: (client) =>
      client.rpc('title_lengths', {}, { get: true }).select('length').eq('title', 'Notes'),
  },
  {
    doc: `${page}#table-valued-functions`,
    ask: 'POST rpc/books_of?select=title&pages=gt.10&order=title.desc&limit=1',
    headers: { prefer: 'count=exact' },
    body: { who: 1 },
    status: 206,
    gives: [{ title: 'Notes' }],
    shows: { 'content-range': '0-0/2' },
    js: (client) =>
      client
        .rpc('books_of', { who: 1 }, { count: 'exact' })
        .select('title')
        .gt('pages', 10)
        .order('title', { ascending: false })
        .limit(1),
  },
  {
    doc: `${page}#table-valued-functions`,
    ask: 'rpc/books_of?who=1&order=title.desc&select=title&offset=1',
    gives: [{ title: 'Engines' }],
  },
  {
    doc: `${page}#table-valued-functions`,
    ask: 'rpc/books_of?who=1&or=(pages.eq.50,pages.is.null)&select=title',
    gives: [{ title: 'Notes' }],
    js: (client) =>
      client
        .rpc('books_of', { who: 1 }, { get: true })
        .select('title')
        .or('pages.eq.50,pages.is.null'),
  },
  {
    doc: 'api/resource_representation.html#singular-or-plural',
    ask: 'rpc/books_of?who=2&select=title',
    headers: { accept: 'application/vnd.pgrst.object+json' },
    gives: { title: 'Deep North' },
    js: (client) => client.rpc('books_of', { who: 2 }, { get: true }).select('title').single(),
  },
  {
    doc: 'errors.html#pgrst116',
    ask: 'POST rpc/add_book?title=neq.Unwanted',
    role: 'authenticated',
    headers: { accept: 'application/vnd.pgrst.object+json' },
    body: { title: 'Unwanted' },
    status: 406,
    code: 'PGRST116',
    js: (client) => client.rpc('add_book', { title: 'Unwanted' }).neq('title', 'Unwanted').single(),
    leaves: [`select from books where title = 'Unwanted'`, []],
  },
  {
    doc: 'api/preferences.html#max-affected',
    ask: 'POST rpc/many_numbers',
    headers: { prefer: 'handling=strict, max-affected=2' },
    body: { upto: 3 },
    status: 400,
    code: 'PGRST124',
    js: (client) => atMost(client.rpc('many_numbers', { upto: 3 }), 2),
  },
]);

/** A function that raises an error of this state. */
const raises = (state: string, status: number, section = 'http-status-codes'): Case => {
  const said = { state, message: 'm', detail: 'd', hint: 'h' };
  return {
    doc: `errors.html#${section}`,
    ask: 'POST rpc/raise_code',
    role: 'authenticated',
    body: said,
    status,
    code: state,
    js: (client) => client.rpc('raise_code', said),
  };
};

conforms(library, 'errors', [
  raises('P0001', 400),
  raises('P0002', 500),
  raises('23505', 409),
  raises('23503', 409),
  raises('23514', 400),
  raises('42883', 404),
  raises('42P01', 404),
  raises('42P17', 500),
  raises('25001', 500),
  raises('57014', 500),
  raises('53100', 503),
  raises('53400', 500),
  raises('08006', 503),
  raises('40001', 500),
  raises('28000', 403),
  raises('0P000', 403),
  raises('42501', 403),
  raises('22023', 400),
  raises('PT402', 402, 'raise-errors-with-http-status-codes'),
  raises('PT422', 422, 'raise-errors-with-http-status-codes'),
  raises('PT503', 503, 'raise-errors-with-http-status-codes'),
  {
    doc: 'errors.html#raise-errors-with-http-status-codes',
    ask: 'POST rpc/raise_code',
    role: 'authenticated',
    body: { state: 'PT418', message: 'm', detail: 'd', hint: 'h' },
    status: 418,
    gives: { code: 'PT418', message: 'm', details: 'd', hint: 'h' },
  },
  {
    doc: 'errors.html#http-status-codes',
    ask: 'diaries',
    status: 401,
    code: '42501',
    shows: { 'www-authenticate': 'Bearer' },
    js: (client) => client.from('diaries').select(),
  },
  {
    doc: 'errors.html#http-status-codes',
    ask: 'POST rpc/secret',
    status: 401,
    code: '42501',
    js: (client) => client.rpc('secret'),
  },
  {
    doc: 'errors.html#pgrst202',
    ask: 'POST rpc/nope',
    body: {},
    status: 404,
    code: 'PGRST202',
    js: (client) => client.rpc('nope'),
  },
  {
    doc: 'errors.html#pgrst202',
    ask: 'POST rpc/add',
    body: { a: 1, c: 2 },
    status: 404,
    code: 'PGRST202',
    js: (client) => client.rpc('add', { a: 1, c: 2 }),
  },
  ...['rpc/add?a=1&b=2&c=3', 'rpc/add?a=1&b=2&c=none.of.these', 'rpc/books_of?who=1&whom=2'].map(
    (ask) => ({ doc: 'errors.html#pgrst202', ask, status: 404, code: 'PGRST202' }),
  ),
  {
    doc: 'errors.html#pgrst202',
    ask: 'POST rpc/add',
    body: { b: 1 },
    status: 404,
    code: 'PGRST202',
  },
  {
    doc: 'errors.html#pgrst202',
    ask: 'POST rpc/on_change',
    body: {},
    status: 404,
    code: 'PGRST202',
  },
  {
    doc: 'api/functions.html',
    ask: 'POST rpc/pg_sleep',
    body: { seconds: 1 },
    status: 404,
    code: 'PGRST202',
  },
  {
    doc: 'errors.html#pgrst205',
    ask: 'nope',
    status: 404,
    code: 'PGRST205',
    js: (client) => client.from('nope').select(),
  },
  {
    doc: 'errors.html#pgrst101',
    ask: 'PATCH rpc/add',
    body: { a: 1 },
    status: 405,
    code: 'PGRST101',
  },
  { doc: 'errors.html#pgrst101', ask: 'DELETE rpc/add?a=1', status: 405, code: 'PGRST101' },
  { doc: 'errors.html#pgrst125', ask: 'authors/1', status: 404, code: 'PGRST125' },
  {
    doc: 'errors.html#pgrst106',
    ask: 'authors',
    headers: { 'accept-profile': 'auth' },
    status: 406,
    code: 'PGRST106',
    js: (client) => client.schema('auth').from('users').select(),
  },
  {
    doc: 'errors.html#pgrst106',
    ask: 'POST books',
    headers: { 'content-profile': 'auth' },
    body: { title: 'x' },
    status: 406,
    code: 'PGRST106',
  },
  {
    doc: 'api/preferences.html#strict-or-lenient-handling',
    ask: 'authors',
    headers: { prefer: 'handling=strict, foo, bar' },
    status: 400,
    gives: {
      code: 'PGRST122',
      details: 'Invalid preferences: foo, bar',
      hint: null,
      message: 'Invalid preferences given with handling=strict',
    },
  },
  {
    doc: 'api/preferences.html#strict-or-lenient-handling',
    ask: 'countries',
    headers: { prefer: 'handling=lenient, foo, bar' },
    shows: { 'preference-applied': 'handling=lenient' },
  },
]);
