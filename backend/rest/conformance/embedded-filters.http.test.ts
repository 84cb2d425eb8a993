import { conforms } from '#tests/support/conformance.ts';
import { openLibrary, wrote } from '#tests/support/library.ts';

const library = openLibrary();
const page = 'api/resource_embedding.html';

conforms(library, 'filters, order and pages inside', [
  {
    doc: `${page}#embedded-filters`,
    ask: 'authors?select=wrote:books!author_id(title)&id=eq.1&wrote.order=title.desc',
    gives: wrote('Notes', 'Engines'),
    js: (client) =>
      client
        .from('authors')
        .select('wrote:books!author_id(title)')
        .eq('id', 1)
        .order('title', { referencedTable: 'wrote', ascending: false }),
  },
  {
    doc: `${page}#embedded-filters`,
    ask: 'authors?select=wrote:books!author_id(title)&id=eq.1&wrote.order=published.asc.nullsfirst,title',
    gives: wrote('Notes', 'Engines'),
  },
  {
    doc: `${page}#embedded-filters`,
    ask: 'authors?select=name,books!author_id(title)&books.title=in.(Notes,Deep North)&id=lt.4&order=id',
    gives: [
      { name: 'Ada', books: [{ title: 'Notes' }] },
      { name: 'Bashō', books: [{ title: 'Deep North' }] },
      { name: 'C, "D" (E)', books: [] },
    ],
    js: (client) =>
      client
        .from('authors')
        .select('name, books!author_id(title)')
        .in('books.title', ['Notes', 'Deep North'])
        .lt('id', 4)
        .order('id'),
  },
  {
    doc: `${page}#embedded-filters`,
    ask: 'authors?select=wrote:books!author_id(title)&id=eq.1&wrote.or=(pages.eq.50,title.eq."x,y")',
    gives: wrote('Notes'),
    js: (client) =>
      client
        .from('authors')
        .select('wrote:books!author_id(title)')
        .eq('id', 1)
        .or('pages.eq.50,title.eq."x,y"', { referencedTable: 'wrote' }),
  },
  {
    doc: `${page}#embedded-filters`,
    ask: 'authors?select=wrote:books!author_id(title)&id=eq.1&wrote.not.and=(pages.eq.50,title.eq.Notes)',
    gives: wrote('Engines'),
  },
  {
    doc: `${page}#embedded-filters`,
    ask: 'authors?select=wrote:books!author_id(title)&id=eq.1&wrote.order=id&wrote.limit=1&wrote.offset=1',
    gives: wrote('Notes'),
    js: (client) =>
      client
        .from('authors')
        .select('wrote:books!author_id(title)')
        .eq('id', 1)
        .order('id', { referencedTable: 'wrote' })
        .range(1, 1, { referencedTable: 'wrote' }),
  },
  {
    doc: `${page}#embedded-filters`,
    ask: 'authors?select=long:books!author_id(title),short:books!author_id(title)&long.pages=gt.60&short.pages=lt.60&id=eq.1',
    gives: [{ long: [{ title: 'Engines' }], short: [{ title: 'Notes' }] }],
  },
  {
    doc: `${page}#embedded-filters`,
    ask: 'countries?select=authors(name,books!author_id(title))&code=eq.FR&authors.books.order=title.desc&authors.books.title=like.*e*',
    gives: [{ authors: [{ name: 'Ada', books: [{ title: 'Notes' }, { title: 'Engines' }] }] }],
  },
  {
    doc: 'errors.html#pgrst108',
    ask: 'books?select=id&author_id.name=eq.x',
    status: 400,
    code: 'PGRST108',
    js: (client) => client.from('books').select('id').eq('author_id.name', 'x'),
  },
  {
    doc: 'errors.html#pgrst108',
    ask: 'books?select=id,a:author_id(name)&author_id.name=eq.x',
    status: 400,
    code: 'PGRST108',
  },
]);

conforms(library, 'filters on the rows outside', [
  {
    doc: `${page}#top-level-filtering`,
    ask: 'authors?select=name,books!author_id(title)&books.title=eq.Notes&id=lt.3&order=id',
    gives: [
      { name: 'Ada', books: [{ title: 'Notes' }] },
      { name: 'Bashō', books: [] },
    ],
  },
  {
    doc: `${page}#top-level-filtering`,
    ask: 'authors?select=name,books!author_id!inner(title)&books.title=eq.Notes',
    gives: [{ name: 'Ada', books: [{ title: 'Notes' }] }],
    js: (client) =>
      client
        .from('authors')
        .select('name, books!author_id!inner(title)')
        .eq('books.title', 'Notes'),
  },
  {
    doc: `${page}#top-level-filtering`,
    ask: 'authors?select=id,books!books_author_id_fkey!inner(title)&books.title=like.*N*&order=id&limit=1',
    headers: { prefer: 'count=exact' },
    status: 206,
    gives: [{ id: 1, books: [{ title: 'Notes' }] }],
    shows: { 'content-range': '0-0/2' },
    js: (client) =>
      client
        .from('authors')
        .select('id, books!books_author_id_fkey!inner(title)', { count: 'exact' })
        .like('books.title', '%N%')
        .order('id')
        .limit(1),
  },
  {
    doc: `${page}#top-level-filtering`,
    ask: 'books?select=id,authors!author_id!inner(countries!inner(code))&authors.countries.code=eq.FR&order=id',
    gives: [
      { id: 1, authors: { countries: { code: 'FR' } } },
      { id: 2, authors: { countries: { code: 'FR' } } },
    ],
    js: (client) =>
      client
        .from('books')
        .select('id, authors!author_id!inner(countries!inner(code))')
        .eq('authors.countries.code', 'FR')
        .order('id'),
  },
  {
    doc: `${page}#top-level-filtering`,
    ask: 'authors?select=id,books!author_id!left(title)&books.title=eq.Notes&id=eq.2',
    gives: [{ id: 2, books: [] }],
  },
  {
    doc: `${page}#null-filtering-on-embedded-resources`,
    ask: 'authors?select=id,books!author_id()&books=is.null&order=id',
    gives: [{ id: 3 }, { id: 4 }],
    js: (client) =>
      client.from('authors').select('id, books!author_id()').is('books', null).order('id'),
  },
  {
    doc: `${page}#null-filtering-on-embedded-resources`,
    ask: 'authors?select=id,books!author_id()&books=not.is.null&order=id',
    gives: [{ id: 1 }, { id: 2 }],
    js: (client) =>
      client.from('authors').select('id, books!author_id()').not('books', 'is', null).order('id'),
  },
  {
    doc: `${page}#null-filtering-on-embedded-resources`,
    ask: 'books?select=id,author_id(name),covers(colour)&or=(author_id.is.null,covers.is.null)&order=id',
    gives: [
      { id: 2, author_id: { name: 'Ada' }, covers: null },
      { id: 4, author_id: null, covers: null },
    ],
  },
  {
    doc: `${page}#or-filtering-across-embedded-resources`,
    ask: 'books?select=id,w:authors!author_id(),e:authors!editor_id()&w.name=eq.Ada&e.name=eq.Ada&or=(w.not.is.null,e.not.is.null)&order=id',
    gives: [{ id: 1 }, { id: 2 }, { id: 3 }],
  },
  {
    doc: `${page}#empty-embed`,
    ask: 'books?select=title,a:author_id()&a.name=eq.Bashō&a=not.is.null',
    gives: [{ title: 'Deep North' }],
  },
]);
