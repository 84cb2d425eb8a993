import { describe, expect, test } from 'vitest';
import { openLibrary } from '#tests/support/library.ts';

const library = openLibrary();
const post = (name: string, args: unknown = {}, headers: Record<string, string> = {}) =>
  library.ask(`rpc/${name}`, {
    method: 'POST',
    body: JSON.stringify(args),
    headers: { 'content-type': 'application/json', ...headers },
  });
const codeOf = ({ body }: { body: unknown }) => (body as { code: string }).code;

describe('results', () => {
  test.each([
    ['add', { a: 1 }, 11],
    ['add', { a: 1, b: 2 }, 3],
    ['as_json', { value: { deep: [1, null, 'x'] } }, { deep: [1, null, 'x'] }],
    ['as_json', { value: null }, null],
    ['no_json', {}, null],
    ['many_numbers', { upto: 3 }, [1, 2, 3]],
    ['sum_list', { numbers: [1, 2, 3] }, 6],
    ['low_high', {}, { low: 1, high: 2 }],
    ['add', { a: null }, null],
  ])('%s(%j)', async (name, args, expected) => {
    const { status, body, headers } = await post(name, args);
    expect([status, body]).toEqual([200, expected]);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test('void is 204; a call without a body is one without arguments', async () => {
    expect((await post('nothing_much')).status).toBe(204);
    const bare = await library.ask('rpc/no_json', { method: 'POST' });
    expect([bare.status, bare.text]).toEqual([200, 'null']);
  });

  test('rows can be selected from, filtered, ordered, paged and embedded into', async () => {
    const { data, count } = await library
      .client()
      .rpc('books_of', { who: 1 }, { count: 'exact' })
      .select('title, author:author_id(name)')
      .gt('pages', 10)
      .order('title', { ascending: false })
      .limit(1);
    expect(data).toEqual([{ title: 'Notes', author: { name: 'Ada' } }]);
    expect(count).toBe(2);
    const table = await library.ask('rpc/title_lengths?select=length&title=eq.Notes');
    expect(table.body).toEqual([{ length: 5 }]);
  });

  test('one row is an object; one of several can be asked for', async () => {
    expect((await library.ask('rpc/first_book?select=title')).body).toEqual({ title: 'Engines' });
    const accept = 'application/vnd.pgrst.object+json';
    const one = await library.ask('rpc/books_of?who=2&select=title', { headers: { accept } });
    expect(one.body).toEqual({ title: 'Deep North' });
    const two = await library.ask('rpc/books_of?who=1', { headers: { accept } });
    expect([two.status, codeOf(two)]).toEqual([406, 'PGRST116']);
  });

  test('GET takes arguments from the query string and writes nothing', async () => {
    expect((await library.ask('rpc/add?a=5&b=6')).body).toBe(11);
    expect((await library.ask('rpc/sum_list?numbers={4,5}')).body).toBe(9);
    const { data } = await library.client().rpc('books_of', { who: 2 }, { get: true });
    expect(data).toMatchObject([{ title: 'Deep North' }]);
    const written = await library.ask('rpc/add_book?title=x', { role: 'authenticated' });
    expect([written.status, codeOf(written)]).toEqual([405, '25006']);
  });

  test('what a function wrote is undone when the client would not take the answer', async () => {
    const call = () =>
      library.ask('rpc/add_book?title=neq.Unwanted', {
        method: 'POST',
        role: 'authenticated',
        body: '{"title":"Unwanted"}',
        headers: {
          accept: 'application/vnd.pgrst.object+json',
          'content-type': 'application/json',
        },
      });
    expect((await call()).status).toBe(406);
    expect(await library.db.owner`select from books where title = 'Unwanted'`).toHaveLength(0);
  });
});

test('a function can ask about its request; credentials are not told', async () => {
  const { body } = await library.ask('rpc/who_am_i?select=*', {
    method: 'POST',
    headers: {
      authorization: 'Bearer abc',
      apikey: 'key',
      cookie: 'a=b',
      'x-forwarded-for': '203.0.113.9',
      'x-custom': 'Ünï "quoted"'.normalize('NFC').replaceAll(/[^ -~]/g, '?'),
    },
  });
  const { headers, ...rest } = body as { headers: Record<string, string> };
  expect(rest).toEqual({
    user: 'anon',
    claims: { role: 'anon' },
    method: 'POST',
    path: '/rest/v1/rpc/who_am_i',
    timeout: '3s',
    read_only: 'off',
  });
  expect(headers).toMatchObject({ 'x-forwarded-for': '192.0.2.7', 'x-custom': '?n? "quoted"' });
  for (const secret of ['authorization', 'apikey', 'cookie'])
    expect(headers).not.toHaveProperty(secret);
});

describe('what is refused', () => {
  test.each([
    ['nope', {}, 404, 'PGRST202'],
    ['add', { a: 1, c: 2 }, 404, 'PGRST202'],
    ['add', { b: 1 }, 404, 'PGRST202'],
    ['add', { 'a"); drop table books; --': 1 }, 404, 'PGRST202'],
    ['on_change', {}, 404, 'PGRST202'],
    ['pg_sleep', { seconds: 1 }, 404, 'PGRST202'],
    ['twice', { x: 1 }, 300, 'PGRST203'],
    ['add', { a: 'one' }, 400, '22P02'],
    ['add', { a: 2147483647 }, 400, '22003'],
    ['add', [{ a: 1 }], 400, 'PGRST102'],
    ['add', 7, 400, 'PGRST102'],
    ['secret', {}, 401, '42501'],
    ['add?select=x', { a: 1 }, 400, 'PGRST100'],
    ['add?x=eq.1', { a: 1 }, 400, 'PGRST100'],
    ['books_of?nope=eq.1', { who: 1 }, 400, '42703'],
    ['books_of?on_conflict=id', { who: 1 }, 400, 'PGRST100'],
  ])('%s(%j) answers %i %s', async (name, args, status, code) => {
    const reply = await post(name, args);
    expect([reply.status, codeOf(reply)]).toEqual([status, code]);
    expect(Object.keys(reply.body as object).toSorted()).toEqual([
      'code',
      'details',
      'hint',
      'message',
    ]);
  });

  test.each([
    ['PT402', 402],
    ['PT422', 422],
    ['PT200', 400],
    ['P0001', 400],
    ['P0002', 500],
    ['23505', 409],
    ['23503', 409],
    ['23514', 400],
    ['42883', 404],
    ['42P17', 500],
    ['57014', 500],
    ['53100', 503],
    ['53400', 500],
    ['08006', 503],
    ['40001', 500],
    ['28000', 403],
    ['22023', 400],
    ['54000', 400],
  ])('SQLSTATE %s is HTTP %i', async (state, status) => {
    const said = { state, message: 'm', detail: 'd', hint: 'h' };
    const reply = await library.client('authenticated').rpc('raise_code', said);
    const shown = { code: state, message: 'm', details: 'd', hint: 'h' };
    expect([reply.status, reply.error]).toMatchObject([status, shown]);
  });

  test('what a constraint quotes is told to those who signed in, not to visitors', async () => {
    const said = {
      state: '23505',
      message: 'm',
      detail: 'Key (email)=(x) already exists.',
      hint: 'h',
    };
    const details = async (role: 'anon' | 'authenticated') =>
      (await library.client(role).rpc('raise_code', said)).error?.details;
    expect([await details('anon'), await details('authenticated')]).toEqual([null, said.detail]);
  });

  test('what breaks inside is told to the log, not to the client', async () => {
    const { status, body } = await post('crash');
    expect([status, body]).toEqual([
      500,
      {
        code: 'PGRST500',
        details: null,
        hint: null,
        message: 'Something went wrong on the server',
      },
    ]);
    expect(library.logged).toEqual([
      ['error', 'rest: a request failed', { method: 'POST', cause: 'XX000', code: 'PGRST500' }],
    ]);
  });

  test('a visitor may keep the database busy for 3 seconds', async () => {
    const started = performance.now();
    const reply = await post('wait_a_while');
    expect([reply.status, codeOf(reply)]).toEqual([500, '57014']);
    expect(performance.now() - started).toBeLessThan(15_000);
  });
});
