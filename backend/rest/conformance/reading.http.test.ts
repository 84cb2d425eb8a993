import { conforms, type Case, type From } from '#tests/support/conformance.ts';
import { openLibrary } from '#tests/support/library.ts';

const library = openLibrary();
const page = 'api/tables_views.html';

conforms(library, 'names and reserved characters', [
  {
    doc: 'api/url_grammar.html#unicode-support',
    ask: `${encodeURIComponent('کتابها')}?${encodeURIComponent('نام')}=eq.${encodeURIComponent('یک')}`,
    gives: [{ نام: 'یک' }],
    js: (client) => client.from('کتابها').select().eq('نام', 'یک'),
  },
  {
    doc: 'api/url_grammar.html#table-columns-with-spaces',
    ask: 'odd%20%22table?select=id&a%20b=eq.space',
    gives: [{ id: 1 }],
    js: (client) => client.from('odd "table').select('id').eq('a b', 'space'),
  },
  {
    doc: 'api/url_grammar.html#reserved-characters',
    ask: 'odd%20%22table?select="a b",s:select,"x.y"&%22x.y%22=eq.dot&order="x.y".desc',
    gives: [{ 'a b': 'space', s: 'word', 'x.y': 'dot' }],
  },
  {
    doc: 'api/url_grammar.html#reserved-characters',
    ask: String.raw`authors?select=id&name=in.(%22C,%20\%22D\%22%20(E)%22,Ada)&order=id`,
    gives: [{ id: 1 }, { id: 3 }],
    js: (client) =>
      client
        .from('authors')
        .select('id')
        .or(String.raw`name.eq."C, \"D\" (E)",name.eq.Ada`)
        .order('id'),
  },
  {
    doc: 'api/url_grammar.html#reserved-characters',
    ask: 'authors?select=id&name=eq.C, "D" (E)',
    gives: [{ id: 3 }],
    js: (client) => client.from('authors').select('id').eq('name', 'C, "D" (E)'),
  },
]);

conforms(library, 'columns', [
  {
    doc: `${page}#vertical-filtering`,
    ask: 'authors?select=name,rating&id=eq.1',
    gives: [{ name: 'Ada', rating: 4.5 }],
    js: (client) => client.from('authors').select('name, rating').eq('id', 1),
  },
  {
    doc: `${page}#vertical-filtering`,
    ask: 'countries?code=eq.FR',
    gives: [{ code: 'FR', name: 'France' }],
    js: (client) => client.from('countries').select().eq('code', 'FR'),
  },
  {
    doc: `${page}#vertical-filtering`,
    ask: 'countries?select=*&code=eq.FR',
    gives: [{ code: 'FR', name: 'France' }],
    js: (client) => client.from('countries').select('*').eq('code', 'FR'),
  },
  {
    doc: `${page}#renaming-columns`,
    ask: 'authors?select=fullName:name,birthDate:born&id=eq.1',
    gives: [{ fullName: 'Ada', birthDate: '1815-12-10' }],
    js: (client) => client.from('authors').select('fullName:name, birthDate:born').eq('id', 1),
  },
  {
    doc: `${page}#json-columns`,
    ask: 'authors?select=extra,tags&id=eq.1',
    gives: [{ extra: { k: 1 }, tags: ['a', 'b'] }],
    js: (client) => client.from('authors').select('extra, tags').eq('id', 1),
  },
  {
    doc: `${page}#tables-and-views`,
    ask: 'young_books?select=id,title',
    gives: [{ id: 4, title: 'Nobody' }],
    js: (client) => client.from('young_books').select('id, title'),
  },
]);

/** The ids of all authors, in an order or on a page. */
const listed = (doc: string, query: string, expected: number[], js?: Case['js']): Case => ({
  doc,
  ask: `authors?select=id&${query}`,
  gives: expected.map((id) => ({ id })),
  ...(js && { js }),
});
const all =
  (refine: (query: ReturnType<From['select']>) => ReturnType<From['select']>): Case['js'] =>
  (client) =>
    refine(client.from('authors').select('id'));

conforms(library, 'order', [
  listed(
    `${page}#ordering`,
    'order=id',
    [1, 2, 3, 4],
    all((query) => query.order('id')),
  ),
  listed(
    `${page}#ordering`,
    'order=id.desc',
    [4, 3, 2, 1],
    all((query) => query.order('id', { ascending: false })),
  ),
  listed(`${page}#ordering`, 'order=id.asc', [1, 2, 3, 4]),
  listed(`${page}#ordering`, 'order=rating.desc', [3, 2, 1, 4]),
  listed(
    `${page}#ordering`,
    'order=rating.desc.nullslast',
    [2, 1, 4, 3],
    all((query) => query.order('rating', { ascending: false, nullsFirst: false })),
  ),
  listed(
    `${page}#ordering`,
    'order=rating.nullsfirst',
    [3, 4, 1, 2],
    all((query) => query.order('rating', { nullsFirst: true })),
  ),
  listed(`${page}#ordering`, 'order=rating.asc.nullslast', [4, 1, 2, 3]),
  listed(
    `${page}#ordering`,
    'order=active.asc.nullsfirst,name.desc',
    [3, 2, 1, 4],
    all((query) => query.order('active', { nullsFirst: true }).order('name', { ascending: false })),
  ),
]);

const paging = 'api/pagination_count.html';
const counts = (doc: string, ask: string, prefer: string, status: number, range: string): Case => ({
  doc: `${paging}#${doc}`,
  ask,
  headers: { prefer },
  status,
  shows: { 'content-range': range, 'preference-applied': prefer },
});

conforms(library, 'pages and counts', [
  listed(
    `${paging}#limits-and-pagination`,
    'order=id&limit=2',
    [1, 2],
    all((query) => query.order('id').limit(2)),
  ),
  listed(
    `${paging}#limits-and-pagination`,
    'order=id&limit=2&offset=1',
    [2, 3],
    all((query) => query.order('id').range(1, 2)),
  ),
  listed(`${paging}#limits-and-pagination`, 'order=id&offset=9', []),
  listed(
    `${paging}#limits-and-pagination`,
    'limit=0',
    [],
    all((query) => query.limit(0)),
  ),
  {
    ...listed(`${paging}#limits-and-pagination`, 'order=id', [2, 3]),
    headers: { range: '1-2', 'range-unit': 'items' },
    shows: { 'content-range': '1-2/*' },
  },
  {
    ...listed(`${paging}#limits-and-pagination`, 'order=id', [3, 4]),
    headers: { range: '2-' },
    shows: { 'content-range': '2-3/*' },
  },
  {
    ...listed(`${paging}#limits-and-pagination`, 'order=id&limit=2', [2]),
    headers: { range: '1-' },
  },
  {
    ...listed(`${paging}#limits-and-pagination`, 'order=id', [1, 2, 3, 4]),
    headers: { range: '0-19' },
    shows: { 'content-range': '0-3/*' },
  },
  {
    doc: 'errors.html#pgrst103',
    ask: 'authors',
    headers: { range: '5-2' },
    status: 416,
    code: 'PGRST103',
  },
  {
    doc: 'errors.html#pgrst103',
    ask: 'authors?offset=9',
    headers: { prefer: 'count=exact' },
    status: 416,
    code: 'PGRST103',
    shows: { 'content-range': null },
  },
  counts('exact-count', 'authors?select=id', 'count=exact', 200, '0-3/4'),
  counts('exact-count', 'authors?select=id&id=gt.9', 'count=exact', 200, '*/0'),
  {
    ...counts('exact-count', 'authors?select=id&limit=2', 'count=exact', 206, '0-1/4'),
    js: (client) => client.from('authors').select('id', { count: 'exact' }).limit(2),
  },
  counts('exact-count', 'authors?select=id&limit=2&offset=2', 'count=exact', 206, '2-3/4'),
  {
    ...counts('exact-count', 'HEAD authors?active=is.true', 'count=exact', 200, '0-1/2'),
    js: (client) =>
      client.from('authors').select('*', { count: 'exact', head: true }).is('active', true),
  },
  {
    ...counts('counting', 'young_books', 'count=exact', 200, '0-0/1'),
    js: (client) => client.from('young_books').select('*', { count: 'exact' }),
  },
  {
    ...counts('counting', 'rpc/many_numbers?upto=5', 'count=exact', 200, '0-4/5'),
    gives: [1, 2, 3, 4, 5],
  },
  {
    ...counts('planned-count', 'authors?limit=1', 'count=planned', 206, '0-0/4'),
    js: (client) => client.from('authors').select('*', { count: 'planned' }).limit(1),
  },
  {
    ...counts('estimated-count', 'authors?limit=1', 'count=estimated', 206, '0-0/4'),
    js: (client) => client.from('authors').select('*', { count: 'estimated' }).limit(1),
  },
  {
    doc: `${page}#get-and-head`,
    ask: 'HEAD authors',
    shows: { 'content-range': '0-3/*', 'content-type': 'application/json; charset=utf-8' },
  },
]);

const object = { accept: 'application/vnd.pgrst.object+json' };
const formats = 'api/resource_representation.html';

conforms(library, 'formats', [
  {
    doc: `${formats}#response-format`,
    ask: 'countries?code=eq.FR',
    headers: { accept: 'application/json' },
    shows: { 'content-type': 'application/json; charset=utf-8' },
  },
  {
    doc: `${formats}#response-format`,
    ask: 'countries',
    headers: { accept: 'text/html, */*;q=0.8' },
  },
  {
    doc: `${formats}#response-format`,
    ask: 'countries?code=eq.FR',
    headers: { accept: 'application/vnd.pgrst.array+json' },
    gives: [{ code: 'FR', name: 'France' }],
  },
  {
    doc: `${formats}#singular-or-plural`,
    ask: 'authors?select=id,name&id=eq.1',
    headers: object,
    gives: { id: 1, name: 'Ada' },
    shows: { 'content-type': 'application/vnd.pgrst.object+json; charset=utf-8' },
    js: (client) => client.from('authors').select('id, name').eq('id', 1).single(),
  },
  {
    doc: `${formats}#singular-or-plural`,
    ask: 'authors?id=eq.9',
    headers: object,
    status: 406,
    gives: {
      code: 'PGRST116',
      details: 'The result contains 0 rows',
      hint: null,
      message: 'Cannot coerce the result to a single JSON object',
    },
  },
  {
    doc: 'errors.html#pgrst116',
    ask: 'authors?id=eq.9',
    headers: object,
    status: 406,
    code: 'PGRST116',
    js: (client) => client.from('authors').select().eq('id', 9).single(),
  },
  {
    doc: 'errors.html#pgrst116',
    ask: 'authors?id=gt.1',
    headers: object,
    status: 406,
    code: 'PGRST116',
    js: (client) => client.from('authors').select().gt('id', 1).single(),
  },
  {
    doc: 'api/resource_representation.html#stripped-nulls',
    ask: 'authors?select=id,rating,books!author_id(pages)&id=in.(2,3)&order=id',
    headers: { accept: 'application/vnd.pgrst.array+json;nulls=stripped' },
    gives: [
      { id: 2, rating: 5, books: [{ pages: 120 }] },
      { id: 3, books: [] },
    ],
    shows: { 'content-type': 'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8' },
    js: (client) =>
      client
        .from('authors')
        .select('id, rating, books!author_id(pages)')
        .in('id', [2, 3])
        .order('id')
        .stripNulls(),
  },
  {
    doc: 'api/resource_representation.html#stripped-nulls',
    ask: 'authors?select=id,rating&id=eq.3',
    headers: { accept: 'application/vnd.pgrst.object+json;nulls=stripped' },
    gives: { id: 3 },
    shows: { 'content-type': 'application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8' },
    js: (client) => client.from('authors').select('id, rating').eq('id', 3).single().stripNulls(),
  },
  {
    doc: 'api/schemas.html',
    ask: 'countries?code=eq.IN&select=name',
    headers: { 'accept-profile': 'public' },
    gives: [{ name: 'India' }],
    js: (client) => client.schema('public').from('countries').select('name').eq('code', 'IN'),
  },
]);
