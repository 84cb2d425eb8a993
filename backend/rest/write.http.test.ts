import { describe, expect, test } from 'vitest';
import { openLibrary } from '#tests/support/library.ts';

const library = openLibrary();
const json = (method: string, body: unknown, headers: Record<string, string> = {}) => ({
  method,
  role: 'authenticated' as const,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});
const returning = { prefer: 'return=representation' };
const countBooks = async () =>
  Number((await library.db.owner`select count(*) from books`)[0]!['count']);

describe('insert', () => {
  test('one row answers 201 without a body, and with the row when asked', async () => {
    const quiet = await library.ask('books', json('POST', { title: 'One' }));
    expect([quiet.status, quiet.text, quiet.headers.get('content-range')]).toEqual([
      201,
      '',
      '*/*',
    ]);
    const { data, status, error } = await library
      .client('authenticated')
      .from('books')
      .insert({ title: 'Two', author_id: 1, published: '2026-01-01T00:00:00Z' })
      .select('title, note, published, author:author_id(name)')
      .single();
    expect([error, status]).toEqual([null, 201]);
    expect(data).toEqual({
      title: 'Two',
      note: 'none',
      published: '2026-01-01T00:00:00+00:00',
      author: { name: 'Ada' },
    });
  });

  test('many rows at once; keys that a row lacks are null, or the default when asked', async () => {
    const rows = [{ title: 'A', note: 'x' }, { title: 'B' }];
    const books = () => library.client('authenticated').from('books');
    const first = await books().insert(rows).select('title,note').order('title');
    expect(first.data).toEqual([
      { title: 'A', note: 'x' },
      { title: 'B', note: null },
    ]);
    const second = await books()
      .insert(rows, { defaultToNull: false })
      .select('title,note')
      .order('title');
    expect(second.data).toEqual([
      { title: 'A', note: 'x' },
      { title: 'B', note: 'none' },
    ]);
  });

  test('one bad row undoes all', async () => {
    const before = await countBooks();
    const { status } = await library.ask('books', json('POST', [{ title: 'Fine' }, { title: '' }]));
    expect(status).toBe(400);
    expect(await countBooks()).toBe(before);
  });

  test('values keep their type and every digit', async () => {
    const sent = `{"id":50,"name":"Zoë 😀","rating":1.10,"active":false,"tags":["x","y,z"],"extra":{"n":12345678901234567890},"mood":"loud","born":null}`;
    const { status, text } = await library.ask(
      'authors?select=name,rating,active,tags,extra,mood,born',
      json('POST', sent, returning),
    );
    expect(status).toBe(201);
    expect(text).toBe(
      '[{"name":"Zoë 😀","rating":1.10,"active":false,"tags":["x","y,z"],"extra":{"n": 12345678901234567890},"mood":"loud","born":null}]',
    );
  });

  test('`columns` picks what is used of the body; nothing is a row of defaults or no row', async () => {
    const picked = await library.ask(
      'books?columns=title&select=title,pages',
      json('POST', { title: 'Picked', pages: 7, other: 1 }, returning),
    );
    expect(picked.body).toEqual([{ title: 'Picked', pages: null }]);
    const none = await library.ask('books', json('POST', [], returning));
    expect([none.status, none.body]).toEqual([201, []]);
    const defaults = await library.ask('books', json('POST', {}));
    expect([defaults.status, (defaults.body as { code: string }).code]).toEqual([400, '23502']);
  });

  test('only the rights that are needed: writing without reading', async () => {
    const anon = json('POST', { id: 77, title: 'Seventy-seven' });
    expect((await library.ask('books', { ...anon, role: 'anon' })).status).toBe(201);
    const cover = (prefer: string, query = '') =>
      library.ask(`covers${query}`, json('POST', { book_id: 77, colour: 'blue' }, { prefer }));
    expect((await cover('return=representation')).status).toBe(403);
    expect((await cover('return=representation', '?select=book_id')).body).toEqual([
      { book_id: 77 },
    ]);
    await library.db.owner`delete from covers where book_id = 77`;
    expect((await cover('return=minimal')).status).toBe(201);
  });

  test('an upsert merges or ignores', async () => {
    const authors = () => library.client('authenticated').from('authors');
    await authors().insert({ id: 60, name: 'First', email: 'six@example.test' });
    const merged = await authors()
      .upsert([
        { id: 60, name: 'Second' },
        { id: 61, name: 'New' },
      ])
      .select('id,name,email')
      .order('id');
    expect(merged.data).toEqual([
      { id: 60, name: 'Second', email: 'six@example.test' },
      { id: 61, name: 'New', email: null },
    ]);
    const ignored = await authors()
      .upsert(
        { id: 62, name: 'Third', email: 'six@example.test' },
        { onConflict: 'email', ignoreDuplicates: true },
      )
      .select();
    expect([ignored.error, ignored.data]).toEqual([null, []]);
  });
});

describe('update and delete', () => {
  test('changes what the filters match', async () => {
    const quiet = await library.ask('books?id=eq.1', json('PATCH', { pages: 101 }));
    expect([quiet.status, quiet.text, quiet.headers.get('content-range')]).toEqual([
      204,
      '',
      '0-0/*',
    ]);
    const shown = await library.ask(
      'books?or=(id.eq.1,title.eq.Notes)&select=id,pages,author_id(name)&order=id.desc',
      json('PATCH', { pages: 9 }, { prefer: 'return=representation,count=exact' }),
    );
    expect([shown.status, shown.headers.get('content-range')]).toEqual([200, '0-1/2']);
    expect(shown.headers.get('preference-applied')).toBe('return=representation, count=exact');
    expect(shown.body).toEqual([
      { id: 2, pages: 9, author_id: { name: 'Ada' } },
      { id: 1, pages: 9, author_id: { name: 'Ada' } },
    ]);
  });

  test('a filter on the changed column still answers the changed rows', async () => {
    const { body } = await library.ask(
      'books?pages=eq.100&select=id,pages',
      json('PATCH', { pages: 5 }, returning),
    );
    expect(body).toEqual([{ id: 1, pages: 5 }]);
  });

  test('matching none changes none; an empty body neither', async () => {
    const none = await library.ask('books?id=eq.999', json('PATCH', { pages: 1 }, returning));
    expect([none.status, none.body, none.headers.get('content-range')]).toEqual([200, [], '*/*']);
    const empty = await library.ask('books?id=eq.1', json('PATCH', {}, returning));
    expect([empty.status, empty.body]).toEqual([200, []]);
  });

  test('without a filter both are refused, as in Supabase', async () => {
    const before = await countBooks();
    const patch = await library.ask('books', json('PATCH', { pages: 1 }));
    expect([patch.status, patch.body]).toEqual([
      400,
      { code: '21000', details: null, hint: null, message: 'UPDATE requires a WHERE clause' },
    ]);
    expect((await library.ask('books', json('DELETE', ''))).status).toBe(400);
    expect(await countBooks()).toBe(before);
  });

  test('one object or nothing: several rows are put back', async () => {
    const { data, error, status } = await library
      .client('authenticated')
      .from('books')
      .update({ note: 'changed' })
      .in('id', [1, 2])
      .select()
      .single();
    expect([status, data, error?.code, error?.details]).toEqual([
      406,
      null,
      'PGRST116',
      'The result contains 2 rows',
    ]);
    const left = await library.db.owner`select from books where note = 'changed'`;
    expect(left).toHaveLength(0);
    const { data: none, error: noError } = await library
      .client('authenticated')
      .from('books')
      .update({ note: 'changed' })
      .eq('id', 999)
      .select()
      .maybeSingle();
    expect([none, noError]).toEqual([null, null]);
  });

  test('max-affected holds under strict handling', async () => {
    const limit = (count: number) =>
      library.ask(
        'books?id=lt.4',
        json('PATCH', { note: 'm' }, { prefer: `handling=strict, max-affected=${count}` }),
      );
    const refused = await limit(2);
    expect([refused.status, (refused.body as { code: string }).code]).toEqual([400, 'PGRST124']);
    expect((await limit(3)).status).toBe(204);
  });

  test('delete answers what is gone', async () => {
    await library.ask('books', json('POST', { id: 88, title: 'Gone soon' }));
    const { data, error } = await library
      .client('authenticated')
      .from('books')
      .delete()
      .eq('id', 88)
      .select('id,title');
    expect([error, data]).toEqual([null, [{ id: 88, title: 'Gone soon' }]]);
  });

  test('row security decides what a user can change', async () => {
    const diaries = library.client('authenticated', 'u1').from('diaries');
    const { data } = await diaries.update({ line: 'mine' }).gt('id', 0).select('id');
    expect(data).toEqual([{ id: 1 }]);
    const foreign = await diaries.insert({ id: 9, owner: 'u2', line: 'forged' });
    expect([foreign.status, foreign.error?.code]).toEqual([403, '42501']);
  });
});

describe('bodies that are refused', () => {
  test.each([
    ['no JSON', '{"title":', 400, 'PGRST102'],
    ['empty', '', 400, 'PGRST102'],
    ['a number', '5', 400, 'PGRST102'],
    ['a list of numbers', '[1]', 400, 'PGRST102'],
    ['an unknown key', '{"title":"x","nope":1}', 400, 'PGRST204'],
    ['an injected key', '{"title\\") values (1); drop table books; --":"x"}', 400, 'PGRST204'],
    ['__proto__', '{"__proto__":{"title":"x"}}', 400, 'PGRST204'],
    ['different keys', '[{"title":"x"},{"pages":1}]', 400, 'PGRST102'],
    ['a wrong type', '{"title":"x","pages":"many"}', 400, '22P02'],
    ['too large a number', '{"title":"x","pages":99999999999}', 400, '22003'],
    ['too long a text', JSON.stringify({ title: 'x'.repeat(81) }), 400, '22001'],
    ['a NUL character', '{"title":"a\\u0000b"}', 400, '22P05'],
    ['half a surrogate pair', '{"title":"\\ud800"}', 400, '22P02'],
    ['over the limit', JSON.stringify({ title: 'x'.repeat(100_001) }), 413, 'PGRST102'],
  ])('%s', async (_, body, status, code) => {
    const before = await countBooks();
    const reply = await library.ask('books', json('POST', body));
    expect([reply.status, (reply.body as { code: string }).code]).toEqual([status, code]);
    expect(reply.text).not.toMatch(/insert into|select |json_to_record|\.ts:/i);
    expect(await countBooks()).toBe(before);
  });

  test("a value nested 49,000 deep is the client's fault", async () => {
    const deep = `{"title":${'['.repeat(49_000)}${']'.repeat(49_000)}}`;
    expect((await library.ask('books', json('POST', deep))).status).toBe(400);
  });

  test('half a body changes nothing and is no fault of ours', async () => {
    const before = await countBooks();
    await library.sendRaw(
      'POST /rest/v1/books HTTP/1.1\r\nhost: x\r\nx-role: authenticated\r\ncontent-type: application/json\r\ncontent-length: 30\r\n\r\n{"title":"h',
    );
    expect(await countBooks()).toBe(before);
    expect(library.logged).toEqual([]);
  });

  test('another content type is 415, invalid UTF-8 is 400', async () => {
    const csv = json('POST', 'title\nx', { 'content-type': 'text/csv' });
    expect((await library.ask('books', csv)).status).toBe(415);
    const broken = { ...json('POST', ''), body: new Uint8Array([0x22, 0xff, 0x22]) };
    expect((await library.ask('books', broken)).status).toBe(400);
  });

  test('a list is no update; filters and pages do not fit a write', async () => {
    for (const [path, method, body] of [
      ['books?id=eq.1', 'PATCH', [{ pages: 1 }]],
      ['books?id=eq.1', 'POST', { title: 'x' }],
      ['books?id=lt.9&limit=1', 'PATCH', { pages: 1 }],
      ['books?id=lt.9&offset=1', 'DELETE', {}],
    ] as const) {
      const { status } = await library.ask(path, json(method, body));
      expect([method, path, status]).toEqual([method, path, 400]);
    }
  });
});
