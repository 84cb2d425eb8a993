import { conforms } from '#tests/support/conformance.ts';
import { openLibrary, wrote } from '#tests/support/library.ts';

const library = openLibrary();
const page = 'api/resource_embedding.html';

const byAda = [
  { title: 'Engines', by: { name: 'Ada' } },
  { title: 'Nobody', by: null },
];
const shelf = [{ label: 'Left', parent: { label: 'Root' }, below: [{ label: 'Leaf' }] }];

conforms(library, 'relationships', [
  {
    doc: `${page}#many-to-one-relationships`,
    ask: 'authors?select=name,countries(name)&id=eq.1',
    gives: [{ name: 'Ada', countries: { name: 'France' } }],
    js: (client) => client.from('authors').select('name, countries(name)').eq('id', 1),
  },
  {
    doc: `${page}#many-to-one-relationships`,
    ask: 'authors?select=name,country:countries(name)&id=lt.3&order=id',
    gives: [
      { name: 'Ada', country: { name: 'France' } },
      { name: 'Bashō', country: null },
    ],
    js: (client) =>
      client.from('authors').select('name, country:countries(name)').lt('id', 3).order('id'),
  },
  {
    doc: `${page}#one-to-many-relationships`,
    ask: 'countries?select=name,authors(name)&authors.order=id&order=code',
    gives: [
      { name: 'France', authors: [{ name: 'Ada' }] },
      { name: 'India', authors: [{ name: 'C, "D" (E)' }, { name: '50%_off' }] },
    ],
    js: (client) =>
      client
        .from('countries')
        .select('name, authors(name)')
        .order('id', { referencedTable: 'authors' })
        .order('code'),
  },
  {
    doc: `${page}#one-to-one-relationships`,
    ask: 'books?select=title,covers(colour)&id=lt.3&order=id',
    gives: [
      { title: 'Engines', covers: { colour: 'red' } },
      { title: 'Notes', covers: null },
    ],
    js: (client) => client.from('books').select('title, covers(colour)').lt('id', 3).order('id'),
  },
  {
    doc: `${page}#one-to-one-relationships`,
    ask: 'covers?select=colour,books(title)&book_id=eq.1',
    gives: [{ colour: 'red', books: { title: 'Engines' } }],
    js: (client) => client.from('covers').select('colour, books(title)').eq('book_id', 1),
  },
  {
    doc: `${page}#recursive-relationships`,
    ask: 'shelves?select=label,parent:parent_id(label),below:shelves(label)&id=eq.2',
    gives: shelf,
    js: (client) =>
      client
        .from('shelves')
        .select('label, parent:parent_id(label), below:shelves(label)')
        .eq('id', 2),
  },
]);

conforms(library, 'hints', [
  {
    doc: `${page}#multiple-many-to-one`,
    ask: 'books?select=authors(name)',
    status: 300,
    code: 'PGRST201',
    gives: {
      code: 'PGRST201',
      details: [
        {
          cardinality: 'many-to-one',
          embedding: 'books with authors',
          relationship: 'books_author_id_fkey using books(author_id) and authors(id)',
        },
        {
          cardinality: 'many-to-one',
          embedding: 'books with authors',
          relationship: 'books_editor_id_fkey using books(editor_id) and authors(id)',
        },
      ],
      hint: "Try changing 'authors' to one of the following: 'authors!books_author_id_fkey', 'authors!books_editor_id_fkey'. Find the desired relationship in the 'details' key.",
      message:
        "Could not embed because more than one relationship was found for 'books' and 'authors'",
    },
  },
  {
    doc: 'errors.html#pgrst201',
    ask: 'books?select=title,authors(name)',
    status: 300,
    code: 'PGRST201',
    js: (client) => client.from('books').select('title, authors(name)'),
  },
  {
    doc: `${page}#multiple-many-to-one`,
    ask: 'books?select=title,by:authors!books_author_id_fkey(name)&id=in.(1,4)&order=id',
    gives: byAda,
    js: (client) =>
      client
        .from('books')
        .select('title, by:authors!books_author_id_fkey(name)')
        .in('id', [1, 4])
        .order('id'),
  },
  {
    doc: `${page}#multiple-many-to-one`,
    ask: 'books?select=title,by:authors!author_id(name)&id=in.(1,4)&order=id',
    gives: byAda,
    js: (client) =>
      client.from('books').select('title, by:authors!author_id(name)').in('id', [1, 4]).order('id'),
  },
  {
    doc: `${page}#multiple-many-to-one`,
    ask: 'books?select=title,by:author_id(name)&id=in.(1,4)&order=id',
    gives: byAda,
  },
  {
    doc: `${page}#multiple-many-to-one`,
    ask: 'books?select=title,by:books_author_id_fkey(name)&id=in.(1,4)&order=id',
    gives: byAda,
  },
  {
    doc: `${page}#multiple-many-to-one`,
    ask: 'books?select=by:authors!books_author_id_fkey(name),edited:authors!books_editor_id_fkey(name)&id=eq.1',
    gives: [{ by: { name: 'Ada' }, edited: { name: 'Bashō' } }],
  },
  {
    doc: `${page}#multiple-one-to-many`,
    ask: 'authors?select=wrote:books!books_author_id_fkey(title),edited:books!books_editor_id_fkey(title)&id=eq.1&wrote.order=id',
    gives: [{ ...wrote('Engines', 'Notes')[0], edited: [{ title: 'Deep North' }] }],
  },
  {
    doc: `${page}#recursive-relationships`,
    ask: 'shelves?select=label,below:shelves!parent_id(label)&id=eq.2',
    gives: [{ label: 'Left', below: [{ label: 'Leaf' }] }],
  },
  ...[
    'shelves?select=shelves_parent_fkey(label)',
    'shelves?select=shelves!shelves_parent_fkey(label)',
  ].map((ask) => ({ doc: `${page}#recursive-relationships`, ask, status: 400, code: 'PGRST200' })),
  {
    doc: `${page}#foreign-key-joins`,
    ask: 'books?select=title,author_id(name),author_id(born)',
    status: 400,
    code: '42712',
    js: (client) => client.from('books').select('title, author_id(name), author_id(born)'),
  },
  {
    doc: 'errors.html#pgrst200',
    ask: 'books?select=shelves(label)',
    status: 400,
    code: 'PGRST200',
    js: (client) => client.from('books').select('shelves(label)'),
  },
  {
    doc: 'errors.html#pgrst200',
    ask: 'books?select=authors!nope(name)',
    status: 400,
    code: 'PGRST200',
  },
]);

conforms(library, 'nested', [
  {
    doc: `${page}#nested-embedding`,
    ask: 'countries?select=name,authors(name,books!author_id(title,covers(*)))&code=eq.FR&authors.books.id=eq.1',
    gives: [
      {
        name: 'France',
        authors: [
          { name: 'Ada', books: [{ title: 'Engines', covers: { book_id: 1, colour: 'red' } }] },
        ],
      },
    ],
    js: (client) =>
      client
        .from('countries')
        .select('name, authors(name, books!author_id(title, covers(*)))')
        .eq('code', 'FR')
        .eq('authors.books.id', 1),
  },
  {
    doc: `${page}#nested-embedding`,
    ask: 'covers?select=books(authors!author_id(countries(name)))&book_id=eq.1',
    gives: [{ books: { authors: { countries: { name: 'France' } } } }],
  },
]);

conforms(library, 'on functions and writes', [
  {
    doc: `${page}#foreign-key-joins-on-table-valued-functions`,
    ask: 'rpc/books_of?who=1&select=title,author_id(name)&title=like.*Notes*',
    gives: [{ title: 'Notes', author_id: { name: 'Ada' } }],
    js: (client) =>
      client
        .rpc('books_of', { who: 1 }, { get: true })
        .select('title, author_id(name)')
        .like('title', '%Notes%'),
  },
  {
    doc: `${page}#foreign-key-joins-on-writes`,
    ask: 'POST books?select=title,author:author_id(name)',
    role: 'authenticated',
    headers: { prefer: 'return=representation' },
    body: { title: 'Two', author_id: 1 },
    status: 201,
    gives: [{ title: 'Two', author: { name: 'Ada' } }],
    js: (client) =>
      client
        .from('books')
        .insert({ title: 'Two', author_id: 1 })
        .select('title, author:author_id(name)'),
  },
  {
    doc: `${page}#foreign-key-joins-on-writes`,
    ask: 'PATCH books?id=eq.1&select=pages,covers!inner(book_id)',
    role: 'authenticated',
    headers: { prefer: 'return=representation' },
    body: { pages: 7 },
    gives: [{ pages: 7, covers: { book_id: 1 } }],
  },
  {
    doc: `${page}#foreign-key-joins-on-writes`,
    ask: 'DELETE books?id=eq.4&select=id,author_id(name)',
    role: 'authenticated',
    headers: { prefer: 'return=representation' },
    gives: [{ id: 4, author_id: null }],
    js: (client) => client.from('books').delete().eq('id', 4).select('id, author_id(name)'),
  },
]);
