import { describe, expect, test } from 'vitest';
import { openLibrary } from '#tests/support/library.ts';

/** The caller of a request, and its rights and limits, beyond PostgREST's documentation. */
const library = openLibrary();
const codeOf = ({ body }: { body: unknown }) => (body as { code: string }).code;
const post = (body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  role: 'authenticated' as const,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});

describe('row security and rights', () => {
  test('each role sees its own', async () => {
    const mine = await library.client('authenticated', 'u1').from('diaries').select('line');
    expect(mine.data).toEqual([{ line: 'mine' }]);
    const anon = await library.ask('diaries');
    expect(anon.status).toBe(401);
    expect(anon.headers.get('www-authenticate')).toBe('Bearer');
    expect(anon.body).toMatchObject({ message: 'permission denied for table diaries' });
  });

  test('a role never leaks into the next request on the same connection', async () => {
    const who = async (role: 'anon' | 'authenticated') =>
      ((await library.ask('rpc/who_am_i', { role })).body as { user: string }).user;
    const roles = Array.from({ length: 60 }, (_, at) => (at % 3 ? 'anon' : 'authenticated'));
    expect(await Promise.all(roles.map(who))).toEqual(roles);
  });

  test('the rights of the caller hold inside too', async () => {
    const { status, body } = await library.ask('books?select=id,covers(colour)', {
      role: 'authenticated',
    });
    expect([status, (body as { code: string }).code]).toEqual([403, '42501']);
  });

  test('only the rights that are needed: writing without reading', async () => {
    const anon = post({ id: 77, title: 'Seventy-seven' });
    expect((await library.ask('books', { ...anon, role: 'anon' })).status).toBe(201);
    const cover = (prefer: string, query = '') =>
      library.ask(`covers${query}`, post({ book_id: 77, colour: 'blue' }, { prefer }));
    expect((await cover('return=representation')).status).toBe(403);
    expect((await cover('return=representation', '?select=book_id')).body).toEqual([
      { book_id: 77 },
    ]);
    await library.db.owner`delete from covers where book_id = 77`;
    expect((await cover('return=minimal')).status).toBe(201);
  });

  test('row security decides what a user can change', async () => {
    const diaries = library.client('authenticated', 'u1').from('diaries');
    const { data } = await diaries.update({ line: 'mine' }).gt('id', 0).select('id');
    expect(data).toEqual([{ id: 1 }]);
    const foreign = await diaries.insert({ id: 9, owner: 'u2', line: 'forged' });
    expect([foreign.status, foreign.error?.code]).toEqual([403, '42501']);
  });
});

test('a function can read its request, but not the credentials', async () => {
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

test('moments are read and shown in UTC, whatever a connection is set to', async () => {
  const { requests } = library.db;
  const each = Array.from({ length: requests.options.max }, () => requests.reserve());
  const connections = await Promise.all(each);
  await Promise.all(connections.map((sql) => sql`set timezone to 'Asia/Kolkata'`));
  for (const connection of connections) connection.release();
  expect((await library.ask('rpc/now_here')).body).toEqual([
    { zone: 'UTC', at: '2026-01-01T21:34:05+00:00' },
  ]);
  const sent = { title: 'Noon', published: '2026-05-01 12:00' };
  const written = await library.ask(
    'books?select=published',
    post(sent, { prefer: 'return=representation' }),
  );
  expect(written.body).toEqual([{ published: '2026-05-01T12:00:00+00:00' }]);
});

describe('details of errors', () => {
  test('the values that a constraint violation quotes are sent to signed-in users, not to visitors', async () => {
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

  test('internal errors are logged, not sent to the client', async () => {
    const { status, body } = await library.ask('rpc/crash', { method: 'POST' });
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
    const reply = await library.ask('rpc/wait_a_while', { method: 'POST' });
    expect([reply.status, codeOf(reply)]).toEqual([500, '57014']);
  });

  test('a function may have a limit of its own', async () => {
    const reply = await library.ask('rpc/stop_soon', { method: 'POST', role: 'service_role' });
    expect([reply.status, codeOf(reply)]).toEqual([500, '57014']);
  });
});

describe('values', () => {
  test('values keep their type and every digit', async () => {
    const sent = `{"id":50,"name":"Zoë 😀","rating":1.10,"active":false,"tags":["x","y,z"],"extra":{"n":12345678901234567890},"mood":"loud","born":null}`;
    const { status, text } = await library.ask(
      'authors?select=name,rating,active,tags,extra,mood,born',
      post(sent, { prefer: 'return=representation' }),
    );
    expect(status).toBe(201);
    expect(text).toBe(
      '[{"name":"Zoë 😀","rating":1.10,"active":false,"tags":["x","y,z"],"extra":{"n": 12345678901234567890},"mood":"loud","born":null}]',
    );
  });

  test('no answer holds more than 1,000 rows', async () => {
    const { body, headers, status } = await library.ask('rpc/many_numbers?upto=1500&limit=5000', {
      headers: { prefer: 'count=exact' },
    });
    expect([(body as number[]).length, headers.get('content-range'), status]).toEqual([
      1000,
      '0-999/1500',
      206,
    ]);
  });

  test('maybeSingle takes none for null', async () => {
    const { data, error } = await library
      .client()
      .from('authors')
      .select()
      .eq('id', 9)
      .maybeSingle();
    expect([data, error]).toEqual([null, null]);
  });
});

test('a refusal that says when to come back says it in Retry-After too', async () => {
  const raise = (detail: string) =>
    library.ask('rpc/raise_code', post({ state: 'PT429', message: 'Later', detail, hint: '' }));
  const told = await raise('{"retry_after": 1234}');
  expect([told.status, told.headers.get('retry-after')]).toEqual([429, '1234']);
  const untold = await raise('later');
  expect([untold.status, untold.headers.get('retry-after')]).toEqual([429, null]);
});
