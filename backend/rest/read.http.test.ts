import { describe, expect, test } from 'vitest';
import { openLibrary } from '#tests/support/library.ts';

const library = openLibrary();
const ids = async (query: string) => {
  const { status, body } = await library.ask(query);
  if (status !== 200) throw new Error(`${query}: ${status} ${JSON.stringify(body)}`);
  return (body as { id: number }[]).map(({ id }) => id);
};

describe('operators', () => {
  test.each([
    ['id=eq.1', [1]],
    ['id=neq.1', [2, 3, 4]],
    ['id=not.eq.1', [2, 3, 4]],
    ['id=gt.2', [3, 4]],
    ['id=gte.2&id=lt.4', [2, 3]],
    ['id=lte.2', [1, 2]],
    ['name=like.A*', [1]],
    ['name=like.A%25', [1]],
    ['name=ilike.*A*', [1, 2]],
    ['name=not.ilike.*A*', [3, 4]],
    ['id=in.(1,3)', [1, 3]],
    ['id=not.in.(1,3)', [2, 4]],
    ['id=in.()', []],
    ['name=in.("C, \\"D\\" (E)",Ada)', [1, 3]],
    ['name=eq.C, "D" (E)', [3]],
    ['country_code=in.(FR)', [1]],
    ['country_code=eq.IN', [3, 4]],
    ['email=is.null', [2, 4]],
    ['email=not.is.null', [1, 3]],
    ['email=is.not_null', [1, 3]],
    ['active=is.true', [1, 4]],
    ['active=is.FALSE', [2]],
    ['active=is.unknown', [3]],
    ['active=eq.true', [1, 4]],
    ['born=lt.1700-01-01', [2]],
    ['rating=gte.4.5', [1, 2]],
    ['mood=eq.calm', [1, 2, 3, 4]],
    ['tags=eq.{a,b}', [1]],
    ['or=(id.eq.1,id.eq.4)', [1, 4]],
    ['or=(id.eq.1,and(active.is.true,id.gt.2))', [1, 4]],
    ['not.or=(id.eq.1,id.eq.4)', [2, 3]],
    ['and=(id.gt.1,or(name.eq."C, \\"D\\" (E)",email.is.null))', [2, 3, 4]],
    ['and=(id.gt.1,not.or(id.eq.2,id.eq.3))', [4]],
    ['or=(id.not.in.(1,2),name.like.A*)', [1, 3, 4]],
  ])('%s', async (filter, expected) => {
    expect(await ids(`authors?select=id&order=id&${filter}`)).toEqual(expected);
  });
});

describe('columns', () => {
  test('names, aliases, all, and names that need quotes', async () => {
    const { text, headers } = await library.ask(
      'authors?select=who:name,rating,tags,extra&id=eq.1',
    );
    expect(text).toBe('[{"who":"Ada","rating":4.50,"tags":["a","b"],"extra":{"k": 1}}]');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    const all = await library.ask('countries?code=eq.FR');
    expect(all.body).toEqual([{ code: 'FR', name: 'France' }]);
    const odd = await library.ask(
      'odd%20%22table?select="a b",s:select,"x.y"&"x.y"=eq.dot&a%20b=eq.space&order="x.y".desc',
    );
    expect(odd.body).toEqual([{ 'a b': 'space', s: 'word', 'x.y': 'dot' }]);
  });

  test('a view reads like a table', async () => {
    expect(await ids('young_books?select=id&order=id')).toEqual([4]);
  });
});

describe('order, pages and counts', () => {
  test.each([
    ['order=rating.desc', [3, 2, 1, 4]],
    ['order=rating.desc.nullslast', [2, 1, 4, 3]],
    ['order=rating.nullsfirst,id', [3, 4, 1, 2]],
    ['order=active.asc.nullsfirst,name.desc', [3, 2, 1, 4]],
    ['order=id&limit=2', [1, 2]],
    ['order=id&limit=2&offset=3', [4]],
    ['order=id&offset=9', []],
    ['limit=0', []],
  ])('%s', async (query, expected) => {
    expect(await ids(`authors?select=id&${query}`)).toEqual(expected);
  });

  test('Range pages, and meets limit and offset half way', async () => {
    const page = async (query: string, range: string) =>
      (
        (await library.ask(`authors?select=id&order=id${query}`, { headers: { range } })).body as {
          id: number;
        }[]
      ).map(({ id }) => id);
    expect(await page('', '1-2')).toEqual([2, 3]);
    expect(await page('', '2-')).toEqual([3, 4]);
    expect(await page('&limit=2', '1-')).toEqual([2]);
    expect(await page('', 'bytes=0-1')).toEqual([1, 2, 3, 4]);
    const reversed = await library.ask('authors', { headers: { range: '5-2' } });
    expect([reversed.status, (reversed.body as { code: string }).code]).toEqual([416, 'PGRST103']);
  });

  test.each([
    ['authors?select=id', '', 200, '0-3/*'],
    ['authors?select=id&id=gt.9', '', 200, '*/*'],
    ['authors?select=id&limit=2', 'count=exact', 206, '0-1/4'],
    ['authors?select=id&limit=2&offset=2', 'count=exact', 206, '2-3/4'],
    ['authors?select=id', 'count=exact', 200, '0-3/4'],
    ['authors?select=id&id=gt.9', 'count=exact', 200, '*/0'],
    ['authors?select=id&limit=1', 'count=planned', 206, '0-0/4'],
    ['authors?select=id&limit=1', 'count=estimated', 206, '0-0/4'],
    ['authors?select=id&offset=9', 'count=exact', 416, null],
    ['rpc/many_numbers?upto=5', 'count=exact', 200, '0-4/5'],
  ])('%s with "%s" answers %i, Content-Range %s', async (query, prefer, status, range) => {
    const reply = await library.ask(query, { headers: { prefer } });
    expect([reply.status, reply.headers.get('content-range')]).toEqual([status, range]);
    const applied = status === 416 || prefer === '' ? null : prefer;
    expect(reply.headers.get('preference-applied')).toBe(applied);
  });

  test('HEAD counts without a body', async () => {
    const { count, data, error } = await library
      .client()
      .from('authors')
      .select('*', { count: 'exact', head: true })
      .eq('active', true);
    expect([error, data, count]).toEqual([null, null, 2]);
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
});

describe('one object', () => {
  const accept = 'application/vnd.pgrst.object+json';

  test('is answered as itself', async () => {
    const { data } = await library.client().from('authors').select('id,name').eq('id', 1).single();
    expect(data).toEqual({ id: 1, name: 'Ada' });
    const { headers } = await library.ask('authors?id=eq.1', { headers: { accept } });
    expect(headers.get('content-type')).toBe(`${accept}; charset=utf-8`);
  });

  test.each([
    ['id=eq.9', 0],
    ['id=gt.1', 3],
  ])('%s has %i rows: PGRST116', async (filter, rows) => {
    const { status, body } = await library.ask(`authors?${filter}`, { headers: { accept } });
    expect(status).toBe(406);
    expect(body).toEqual({
      code: 'PGRST116',
      details: `The result contains ${rows} rows`,
      hint: null,
      message: 'Cannot coerce the result to a single JSON object',
    });
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

describe('row security and rights', () => {
  test('each role sees its own', async () => {
    const mine = await library.client('authenticated', 'u1').from('diaries').select('line');
    expect(mine.data).toEqual([{ line: 'mine' }]);
    const anon = await library.ask('diaries');
    expect(anon.status).toBe(401);
    expect(anon.headers.get('www-authenticate')).toBe('Bearer');
    expect(anon.body).toEqual({
      code: '42501',
      details: null,
      hint: null,
      message: 'permission denied for table diaries',
    });
  });

  test('a role never leaks into the next request on the same connection', async () => {
    const who = async (role: 'anon' | 'authenticated') =>
      ((await library.ask('rpc/who_am_i', { role })).body as { user: string }).user;
    const roles = Array.from({ length: 60 }, (_, at) => (at % 3 ? 'anon' : 'authenticated'));
    expect(await Promise.all(roles.map(who))).toEqual(roles);
  });
});
