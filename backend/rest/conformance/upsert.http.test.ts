import { conforms, prefer, type Case } from '#tests/support/conformance.ts';
import { openLibrary } from '#tests/support/library.ts';

const library = openLibrary();
const page = 'api/tables_views.html';
const role = 'authenticated';

const employees = [
  { id: 1, name: 'Old' },
  { id: 9, name: 'New' },
];
const named = (...rows: [id: number, name: string][]): Case['leaves'] => [
  `select id, name from authors where id in (1, 9) order by id`,
  rows.map(([id, name]) => ({ id, name })),
];

conforms(library, 'upsert', [
  {
    doc: `${page}#upsert`,
    ask: 'POST authors?select=id,name,email&order=id',
    role,
    headers: prefer('resolution=merge-duplicates'),
    body: employees,
    status: 201,
    gives: [
      { id: 1, name: 'Old', email: 'ada@example.test' },
      { id: 9, name: 'New', email: null },
    ],
    shows: { 'preference-applied': 'return=representation, resolution=merge-duplicates' },
    js: (client) => client.from('authors').upsert(employees).select('id, name, email').order('id'),
    leaves: named([1, 'Old'], [9, 'New']),
  },
  {
    doc: `${page}#upsert`,
    ask: 'POST authors?select=id',
    role,
    headers: prefer('resolution=ignore-duplicates'),
    body: employees,
    status: 201,
    gives: [{ id: 9 }],
    js: (client) =>
      client.from('authors').upsert(employees, { ignoreDuplicates: true }).select('id'),
    leaves: named([1, 'Ada'], [9, 'New']),
  },
  {
    doc: `${page}#on-conflict`,
    ask: 'POST authors?on_conflict=email&columns=id,name,email',
    role,
    headers: { prefer: 'resolution=merge-duplicates' },
    body: [{ id: 1, name: 'Same', email: 'ada@example.test' }],
    status: 201,
    js: (client) =>
      client
        .from('authors')
        .upsert([{ id: 1, name: 'Same', email: 'ada@example.test' }], { onConflict: 'email' }),
    leaves: named([1, 'Same']),
  },
  {
    doc: `${page}#on-conflict`,
    ask: 'POST authors?on_conflict=email&select=id',
    role,
    headers: prefer('resolution=ignore-duplicates'),
    body: { id: 9, name: 'Third', email: 'ada@example.test' },
    status: 201,
    gives: [],
    js: (client) =>
      client
        .from('authors')
        .upsert(
          { id: 9, name: 'Third', email: 'ada@example.test' },
          { onConflict: 'email', ignoreDuplicates: true },
        )
        .select('id'),
    leaves: named([1, 'Ada']),
  },
  {
    doc: `${page}#on-conflict`,
    ask: 'POST authors?on_conflict=name',
    role,
    headers: { prefer: 'resolution=merge-duplicates' },
    body: { id: 9, name: 'Ada' },
    status: 400,
    code: '42P10',
    js: (client) => client.from('authors').upsert({ id: 9, name: 'Ada' }, { onConflict: 'name' }),
  },
  {
    doc: 'errors.html#http-status-codes',
    ask: 'POST authors',
    role,
    body: { id: 1, name: 'Twice' },
    status: 409,
    code: '23505',
    js: (client) => client.from('authors').insert({ id: 1, name: 'Twice' }),
    leaves: named([1, 'Ada']),
  },
]);
