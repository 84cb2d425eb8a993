import { atMost, conforms, prefer, type Case } from '#tests/support/conformance.ts';
import { openLibrary } from '#tests/support/library.ts';

const library = openLibrary();
const page = 'api/tables_views.html';
const prefers = 'api/preferences.html';
const role = 'authenticated';

const books = (where: string, rows: unknown[]): Case['leaves'] => [
  `select title, pages, note from books where ${where} order by title`,
  rows,
];

conforms(library, 'insert', [
  {
    doc: `${page}#insert`,
    ask: 'POST books',
    role,
    body: { title: 'One' },
    status: 201,
    gives: null,
    shows: { 'content-range': '*/*', 'preference-applied': null },
    js: (client) => client.from('books').insert({ title: 'One' }),
    leaves: books(`title = 'One'`, [{ title: 'One', pages: null, note: 'none' }]),
  },
  {
    doc: `${prefers}#minimal`,
    ask: 'POST books',
    role,
    headers: { prefer: 'return=minimal' },
    body: { title: 'One' },
    status: 201,
    gives: null,
    shows: { 'preference-applied': 'return=minimal' },
  },
  {
    doc: `${prefers}#headers-only`,
    ask: 'POST books',
    role,
    headers: { prefer: 'return=headers-only' },
    body: { title: 'One' },
    status: 201,
    gives: null,
    shows: { 'preference-applied': 'return=headers-only' },
  },
  {
    doc: `${prefers}#full`,
    ask: 'POST books?select=title,note',
    role,
    headers: prefer(),
    body: { title: 'One', note: 'x' },
    status: 201,
    gives: [{ title: 'One', note: 'x' }],
    shows: { 'preference-applied': 'return=representation' },
    js: (client) => client.from('books').insert({ title: 'One', note: 'x' }).select('title, note'),
  },
  {
    doc: 'api/resource_representation.html#singular-or-plural',
    ask: 'POST books?select=title',
    role,
    headers: { ...prefer(), accept: 'application/vnd.pgrst.object+json' },
    body: { title: 'One' },
    status: 201,
    gives: { title: 'One' },
    js: (client) => client.from('books').insert({ title: 'One' }).select('title').single(),
  },
  {
    doc: `${page}#bulk-insert`,
    ask: 'POST books?select=title,pages&order=title.desc',
    role,
    headers: prefer('count=exact'),
    body: [
      { title: 'A', pages: 1 },
      { title: 'B', pages: 2 },
    ],
    status: 201,
    gives: [
      { title: 'B', pages: 2 },
      { title: 'A', pages: 1 },
    ],
    shows: { 'content-range': '*/2' },
    js: (client) =>
      client
        .from('books')
        .insert(
          [
            { title: 'A', pages: 1 },
            { title: 'B', pages: 2 },
          ],
          { count: 'exact' },
        )
        .select('title, pages')
        .order('title', { ascending: false }),
  },
  {
    doc: `${page}#bulk-insert`,
    ask: 'POST books?select=title',
    role,
    headers: prefer(),
    body: [],
    status: 201,
    gives: [],
    js: (client) => client.from('books').insert([]).select('title'),
  },
  {
    doc: `${page}#bulk-insert`,
    ask: 'POST books',
    role,
    body: [{ title: 'A', pages: 1 }, { title: 'B' }],
    status: 400,
    code: 'PGRST102',
  },
  {
    doc: `${page}#bulk-insert`,
    ask: 'POST books',
    role,
    body: [{ title: 'Fine' }, { title: '' }],
    status: 400,
    code: '23514',
    js: (client) => client.from('books').insert([{ title: 'Fine' }, { title: '' }]),
    leaves: books(`title = 'Fine'`, []),
  },
  {
    doc: `${page}#bulk-insert-with-default-values`,
    ask: 'POST books?columns=title,note&select=title,note&order=title',
    role,
    headers: prefer('missing=default'),
    body: [{ title: 'A', note: 'x' }, { title: 'B' }, { title: 'C', note: null }],
    status: 201,
    gives: [
      { title: 'A', note: 'x' },
      { title: 'B', note: 'none' },
      { title: 'C', note: null },
    ],
    js: (client) =>
      client
        .from('books')
        .insert([{ title: 'A', note: 'x' }, { title: 'B' }, { title: 'C', note: null }], {
          defaultToNull: false,
        })
        .select('title, note')
        .order('title'),
  },
  {
    doc: `${page}#bulk-insert-with-default-values`,
    ask: 'POST books?columns=title,note&select=title,note&order=title',
    role,
    headers: prefer('missing=null'),
    body: [{ title: 'A', note: 'x' }, { title: 'B' }],
    status: 201,
    gives: [
      { title: 'A', note: 'x' },
      { title: 'B', note: null },
    ],
    js: (client) =>
      client
        .from('books')
        .insert([{ title: 'A', note: 'x' }, { title: 'B' }])
        .select('title, note')
        .order('title'),
  },
  {
    doc: `${page}#specifying-columns`,
    ask: 'POST books?columns=title&select=title,pages',
    role,
    headers: prefer(),
    body: { title: 'Picked', pages: 7, other: { deep: true } },
    status: 201,
    gives: [{ title: 'Picked', pages: null }],
  },
  {
    doc: 'errors.html#pgrst204',
    ask: 'POST books?columns=title,nope',
    role,
    body: { title: 'x', nope: 1 },
    status: 400,
    code: 'PGRST204',
  },
  {
    doc: 'errors.html#pgrst204',
    ask: 'POST books',
    role,
    body: { title: 'x', nope: 1 },
    status: 400,
    code: 'PGRST204',
    js: (client) => client.from('books').insert({ title: 'x', nope: 1 }),
  },
  {
    doc: `${page}#insert`,
    ask: 'POST young_books?select=id,title',
    role,
    headers: prefer(),
    body: { id: 70, title: 'By way of the view' },
    status: 201,
    gives: [{ id: 70, title: 'By way of the view' }],
    js: (client) =>
      client
        .from('young_books')
        .insert({ id: 70, title: 'By way of the view' })
        .select('id, title'),
  },
]);

conforms(library, 'update', [
  {
    doc: `${page}#update`,
    ask: 'PATCH books?pages=lt.110',
    role,
    body: { note: 'short' },
    status: 204,
    gives: null,
    shows: { 'content-range': '0-1/*' },
    js: (client) => client.from('books').update({ note: 'short' }).lt('pages', 110),
    leaves: books(`note = 'short'`, [
      { title: 'Engines', pages: 100, note: 'short' },
      { title: 'Notes', pages: 50, note: 'short' },
    ]),
  },
  {
    doc: `${page}#update`,
    ask: 'PATCH books?or=(id.eq.1,title.eq.Notes)&select=id,pages&order=id.desc',
    role,
    headers: prefer('count=exact'),
    body: { pages: 9 },
    gives: [
      { id: 2, pages: 9 },
      { id: 1, pages: 9 },
    ],
    shows: { 'content-range': '0-1/2', 'preference-applied': 'return=representation, count=exact' },
    js: (client) =>
      client
        .from('books')
        .update({ pages: 9 }, { count: 'exact' })
        .or('id.eq.1,title.eq.Notes')
        .select('id, pages')
        .order('id', { ascending: false }),
  },
  {
    doc: `${page}#update`,
    ask: 'PATCH books?pages=eq.100&select=id,pages',
    role,
    headers: prefer(),
    body: { pages: 5 },
    gives: [{ id: 1, pages: 5 }],
    js: (client) => client.from('books').update({ pages: 5 }).eq('pages', 100).select('id, pages'),
  },
  {
    doc: `${page}#update`,
    ask: 'PATCH books?id=eq.999',
    role,
    headers: prefer(),
    body: { pages: 1 },
    gives: [],
    shows: { 'content-range': '*/*' },
    js: (client) => client.from('books').update({ pages: 1 }).eq('id', 999).select(),
  },
  {
    doc: `${page}#update`,
    ask: 'PATCH books?id=eq.1',
    role,
    headers: prefer(),
    body: {},
    gives: [],
    js: (client) => client.from('books').update({}).eq('id', 1).select(),
  },
  {
    doc: `${page}#specifying-columns`,
    ask: 'PATCH books?id=eq.1&columns=pages&select=pages,note',
    role,
    headers: prefer(),
    body: { pages: 3, note: 'left out', other: 1 },
    gives: [{ pages: 3, note: 'none' }],
  },
  {
    doc: 'api/resource_representation.html#singular-or-plural',
    ask: 'PATCH books?id=in.(1,2)',
    role,
    headers: { ...prefer(), accept: 'application/vnd.pgrst.object+json' },
    body: { note: 'changed' },
    status: 406,
    code: 'PGRST116',
    js: (client) =>
      client.from('books').update({ note: 'changed' }).in('id', [1, 2]).select().single(),
    leaves: books(`note = 'changed'`, []),
  },
  {
    doc: `${prefers}#max-affected`,
    ask: 'PATCH books?id=lt.4',
    role,
    headers: { prefer: 'handling=strict, max-affected=2' },
    body: { note: 'many' },
    status: 400,
    code: 'PGRST124',
    js: (client) => atMost(client.from('books').update({ note: 'many' }).lt('id', 4), 2),
    leaves: books(`note = 'many'`, []),
  },
  {
    doc: `${prefers}#max-affected`,
    ask: 'PATCH books?id=lt.4',
    role,
    headers: { prefer: 'handling=strict, max-affected=3' },
    body: { note: 'none' },
    status: 204,
    shows: { 'preference-applied': 'handling=strict, max-affected=3' },
    js: (client) => atMost(client.from('books').update({ note: 'none' }).lt('id', 4), 3),
  },
  {
    doc: `${prefers}#max-affected`,
    ask: 'PATCH books?id=lt.4',
    role,
    headers: { prefer: 'max-affected=1' },
    body: { note: 'none' },
    status: 204,
    shows: { 'preference-applied': null },
  },
]);

conforms(library, 'delete', [
  {
    doc: `${page}#delete`,
    ask: 'DELETE books?id=eq.4',
    role,
    status: 204,
    gives: null,
    js: (client) => client.from('books').delete().eq('id', 4),
    leaves: books('id = 4', []),
  },
  {
    doc: `${page}#delete`,
    ask: 'DELETE books?id=gte.3&select=id,title&order=id',
    role,
    headers: prefer('count=exact'),
    gives: [
      { id: 3, title: 'Deep North' },
      { id: 4, title: 'Nobody' },
    ],
    shows: { 'content-range': '0-1/2' },
    js: (client) =>
      client.from('books').delete({ count: 'exact' }).gte('id', 3).select('id, title').order('id'),
  },
  {
    doc: `${prefers}#max-affected`,
    ask: 'DELETE books?id=lt.9',
    role,
    headers: { prefer: 'handling=strict, max-affected=1' },
    status: 400,
    code: 'PGRST124',
    js: (client) => atMost(client.from('books').delete().lt('id', 9), 1),
    leaves: ['select count(*)::int as books from books', [{ books: 4 }]],
  },
  {
    doc: 'errors.html#http-status-codes',
    ask: 'DELETE authors?id=eq.1',
    role,
    status: 409,
    code: '23503',
    js: (client) => client.from('authors').delete().eq('id', 1),
  },
]);
