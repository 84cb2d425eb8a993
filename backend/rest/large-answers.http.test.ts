// @module-tag long
import { beforeEach, describe, expect, it } from 'vitest';
import { openLibrary } from '#tests/support/library.ts';

const library = openLibrary();

beforeEach(async () => {
  // 1,500 books of Ada's, of which 1,000 with their notes are 3 MB.
  await library.db.owner`
    insert into books (title, author_id, note)
    select 'Volume ' || n, 1, repeat('x', 3000) from generate_series(1, 1500) n`;
});

const tooLarge = {
  code: '54000',
  message: 'The answer is too large',
  hint: 'Ask for fewer rows, columns or embedded resources.',
  details: null,
};

describe('an answer', () => {
  it('of up to 4 MB comes whole', async () => {
    const { status, text } = await library.ask('books?select=note');
    expect(status).toBe(200);
    expect(text.length).toBeGreaterThan(2_900_000);
  });

  it.each([
    ['wide rows', 'books?select=note,again:note'],
    ['one long list inside a row', 'authors?select=books!books_author_id_fkey(note,again:note)'],
    [
      'several lists inside a row',
      'authors?select=a:books!books_author_id_fkey(note),b:books!books_author_id_fkey(note)',
    ],
    [
      'lists inside of lists',
      'authors?select=books!books_author_id_fkey(id,authors!books_author_id_fkey(books!books_author_id_fkey(note)))&books.limit=3',
    ],
    [
      'one object',
      'authors?id=eq.1&select=books!books_author_id_fkey(note,again:note)',
      'application/vnd.pgrst.object+json',
    ],
    ['rows of a function', 'rpc/books_of?who=1&select=note,again:note'],
    ['one long value of a function', `rpc/repeated?times=4000001`],
  ])('of more is refused: %s', async (_, path, accept = 'application/json') => {
    const { status, body } = await library.ask(path, { headers: { accept } });
    expect([status, body]).toEqual([400, tooLarge]);
  });

  it('holds 1,000 rows of an embedded list at most', async () => {
    const of = 'authors?id=eq.1&select=books!books_author_id_fkey(id)';
    const countOf = async (path: string) => {
      const { body } = await library.ask(path);
      return (body as { books: unknown[] }[])[0]?.books.length;
    };
    expect(await countOf(of)).toBe(1000);
    expect(await countOf(`${of}&books.limit=5000`)).toBe(1000);
    expect(await countOf(`${of}&books.limit=1200&books.offset=1000`)).toBe(502);
    expect(await countOf(`${of}&books.limit=7`)).toBe(7);
  });

  it('of what was written undoes it when it is too large', async () => {
    const before = await library.db.owner`select count(*) from books`;
    const { status, body } = await library.ask('books?id=gt.0&select=note,again:note', {
      method: 'PATCH',
      role: 'authenticated',
      body: JSON.stringify({ pages: 7 }),
      headers: { prefer: 'return=representation', 'content-type': 'application/json' },
    });
    expect([status, body]).toEqual([400, tooLarge]);
    expect(await library.db.owner`select from books where pages = 7`).toHaveLength(0);
    expect(await library.db.owner`select count(*) from books`).toEqual(before);
  });
});

it('a body of more than 10,000 rows is refused', async () => {
  const body = `[${Array.from({ length: 10_001 }, () => '{}').join(',')}]`;
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', role: 'authenticated', body, headers } as const;
  expect(await library.ask('books', init)).toMatchObject({
    status: 400,
    body: { code: 'PGRST102', message: 'The body has more than 10000 rows' },
  });
});
