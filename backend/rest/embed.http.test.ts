import { describe, expect, test } from 'vitest';
import { openLibrary } from '#tests/support/library.ts';

const library = openLibrary();
const rows = async (query: string) => {
  const { status, body } = await library.ask(query);
  if (status !== 200) throw new Error(`${query}: ${status} ${JSON.stringify(body)}`);
  return body;
};

describe('embedded resources', () => {
  test('one row that belongs to each, by the table with a hint, the column, the constraint', async () => {
    const expected = [
      { title: 'Engines', by: { name: 'Ada' } },
      { title: 'Nobody', by: null },
    ];
    for (const target of [
      'authors!books_author_id_fkey',
      'authors!author_id',
      'author_id',
      'books_author_id_fkey',
    ]) {
      expect(await rows(`books?select=title,by:${target}(name)&id=in.(1,4)&order=id`)).toEqual(
        expected,
      );
    }
  });

  test('many rows, filtered, ordered and paged on their own', async () => {
    const wrote = 'wrote:books!author_id(title)';
    expect(
      await rows(`authors?select=name,${wrote}&id=lt.4&wrote.order=title.desc&order=id`),
    ).toEqual([
      { name: 'Ada', wrote: [{ title: 'Notes' }, { title: 'Engines' }] },
      { name: 'Bashō', wrote: [{ title: 'Deep North' }] },
      { name: 'C, "D" (E)', wrote: [] },
    ]);
    expect(await rows(`authors?select=${wrote}&id=eq.1&wrote.title=like.N*`)).toEqual([
      { wrote: [{ title: 'Notes' }] },
    ]);
    expect(
      await rows(`authors?select=${wrote}&id=eq.1&wrote.order=id&wrote.limit=1&wrote.offset=1`),
    ).toEqual([{ wrote: [{ title: 'Notes' }] }]);
    expect(
      await rows(`authors?select=${wrote}&id=eq.1&wrote.or=(pages.eq.50,title.eq."x,y")`),
    ).toEqual([{ wrote: [{ title: 'Notes' }] }]);
  });

  test('nested, with every column, and one to one from both sides', async () => {
    expect(
      await rows(
        'countries?select=name,authors(name,books!author_id(title,covers(*)))&code=eq.FR&authors.books.id=eq.1',
      ),
    ).toEqual([
      {
        name: 'France',
        authors: [
          { name: 'Ada', books: [{ title: 'Engines', covers: { book_id: 1, colour: 'red' } }] },
        ],
      },
    ]);
    expect(await rows('covers?select=colour,books(title)&book_id=eq.1')).toEqual([
      { colour: 'red', books: { title: 'Engines' } },
    ]);
  });

  test('a table within itself: its name is the rows below, its column the row above', async () => {
    expect(
      await rows('shelves?select=label,parent:parent_id(label),below:shelves(label)&id=eq.2'),
    ).toEqual([{ label: 'Left', parent: { label: 'Root' }, below: [{ label: 'Leaf' }] }]);
  });

  test('!inner keeps only rows that have one, in the page and in the count', async () => {
    const { data, count } = await library
      .client()
      .from('authors')
      .select('id, books!books_author_id_fkey!inner(title)', { count: 'exact' })
      .like('books.title', '%N%')
      .order('id')
      .limit(1);
    expect(data).toEqual([{ id: 1, books: [{ title: 'Notes' }] }]);
    expect(count).toBe(2);
    expect(
      await rows(
        'books?select=id,authors!author_id!inner(countries!inner(code))&authors.countries.code=eq.FR',
      ),
    ).toEqual([
      { id: 1, authors: { countries: { code: 'FR' } } },
      { id: 2, authors: { countries: { code: 'FR' } } },
    ]);
  });

  test('a null test on the resource itself, also without showing it, and inside a tree', async () => {
    const none = 'authors?select=id,books!author_id()&order=id';
    expect(await rows(`${none}&books=is.null`)).toEqual([{ id: 3 }, { id: 4 }]);
    expect(await rows(`${none}&books=not.is.null`)).toEqual([{ id: 1 }, { id: 2 }]);
    expect(await rows(`${none}&or=(books.is.null,id.eq.1)`)).toEqual([
      { id: 1 },
      { id: 3 },
      { id: 4 },
    ]);
  });

  test('the rights of the caller hold inside too', async () => {
    const { status, body } = await library.ask('books?select=id,covers(colour)', {
      role: 'authenticated',
    });
    expect([status, (body as { code: string }).code]).toEqual([403, '42501']);
  });

  test('more than one way answers 300 and names them', async () => {
    const { status, body } = await library.ask('books?select=authors(name)');
    expect(status).toBe(300);
    expect(body).toMatchObject({
      code: 'PGRST201',
      hint: "Try changing 'authors' to one of the following: 'authors!books_author_id_fkey', 'authors!books_editor_id_fkey'.",
    });
  });

  test.each([
    ['books?select=shelves(label)', 'PGRST200'],
    ['books?select=authors!nope(name)', 'PGRST200'],
    ['books?select=id,author_id(nope)', '42703'],
    ['books?select=id&author_id.name=eq.x', 'PGRST108'],
    ['books?select=id,a:author_id(name)&author_id.name=eq.x', 'PGRST108'],
  ])('%s is refused with %s', async (query, code) => {
    const { status, body } = await library.ask(query);
    expect([status, (body as { code: string }).code]).toEqual([400, code]);
  });
});
