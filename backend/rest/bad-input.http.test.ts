import { describe, expect, test } from 'vitest';
import { openLibrary } from '#tests/support/library.ts';

const library = openLibrary();
const evil = [
  `'; drop table books; --`,
  `" or 1=1 --`,
  `1) or (1=1`,
  `$1`,
  `\\'; select pg_sleep(5); --`,
  `x"."y`,
  `*)from(secret`,
];

describe('attempts to be read as SQL', () => {
  test.each(evil)('%s', async (text) => {
    const e = encodeURIComponent(text);
    const asValue = await library.ask(`authors?name=eq.${e}&select=id`);
    expect([asValue.status, asValue.body]).toEqual([200, []]);
    const refused: [string, boolean, boolean][] = [];
    for (const path of [
      e,
      `rpc/${e}`,
      `authors?${e}=eq.1`,
      `authors?"${e}"=eq.1`,
      `authors?select=${e}`,
      `authors?select=id,x:${e}`,
      `authors?select=id,"${e}"`,
      `authors?select=id,${e}(id)`,
      `authors?select=id,books!${e}(id)`,
      `authors?order=${e}`,
      `authors?order=id.${e}`,
      `authors?limit=${e}`,
      `authors?offset=${e}`,
      `authors?id=${e}`,
      `authors?id=eq.${e}`,
      `authors?id=in.(${e})`,
      `authors?active=is.${e}`,
      `authors?or=(${e})`,
      `authors?or=(id.eq.${e})`,
      `authors?or=(id.eq.1,${e}.eq.2)`,
      `rpc/add?a=${e}`,
      `rpc/add?a=1&${e}=1`,
    ]) {
      const { status, body } = await library.ask(path);
      refused.push([
        path,
        status >= 400 && status < 500,
        Object.keys(body as object).includes('code'),
      ]);
    }
    expect(refused).toEqual(refused.map(([path]) => [path, true, true]));
    const aliased = await library.ask(
      `authors?select="${e.replaceAll(/%22|%5C/g, '')}":id&id=eq.1`,
    );
    expect(aliased.body).toEqual([{ [text.replaceAll(/["\\]/g, '')]: 1 }]);
    const [left] = await library.db.owner`select count(*)::int as books from books`;
    expect(left).toEqual({ books: 4 });
  });
});

const deep = (levels: number) => `${'or('.repeat(levels)}id.eq.1${')'.repeat(levels)}`;

describe('query strings that are refused', () => {
  test.each([
    ['nope', 404, 'PGRST205'],
    ['authors?nope=eq.1', 400, '42703'],
    ['authors?select=nope', 400, '42703'],
    ['authors?order=nope', 400, '42703'],
    ['authors?id=1', 400, 'PGRST100'],
    ['authors?id=eq', 400, 'PGRST100'],
    ['authors?id=', 400, 'PGRST100'],
    ['authors?id=not.not.eq.1', 400, 'PGRST100'],
    ['authors?id=eq.', 400, '22P02'],
    ['authors?id=eq.1.5', 400, '22P02'],
    ['authors?id=eq.99999999999', 400, '22003'],
    ['authors?born=eq.yesterdayish', 400, '22007'],
    ['authors?mood=eq.angry', 400, '22P02'],
    ['authors?name=eq.%00', 400, '22021'],
    ['authors?name=like.A%5C', 400, '22025'],
    ['authors?id=like.1*', 404, '42883'],
    ['authors?name=is.something', 400, 'PGRST100'],
    ['authors?id=in.1,2', 400, 'PGRST100'],
    ['authors?id=in.(1', 400, 'PGRST100'],
    ['authors?id=in.("1', 400, 'PGRST100'],
    ['authors?id=in.(1)x', 400, 'PGRST100'],
    ['authors?name=fts.word', 400, 'PGRST100'],
    ['authors?tags=cs.{a}', 400, 'PGRST100'],
    ['authors?name=like(any).{a*}', 400, 'PGRST100'],
    ['authors?extra->k=eq.1', 400, 'PGRST100'],
    ['authors?select=extra->k', 400, 'PGRST100'],
    ['authors?select=id::text', 400, 'PGRST100'],
    ['authors?select=rating.sum()', 400, 'PGRST100'],
    ['authors?select=...countries(name)', 400, 'PGRST100'],
    ['authors?select=id,', 400, 'PGRST100'],
    ['authors?select=id,countries(name', 400, 'PGRST100'],
    ['authors?select=id)', 400, 'PGRST100'],
    ['authors?select=id!inner', 400, 'PGRST100'],
    ['authors?select=id&select=name', 400, 'PGRST100'],
    ['authors?order=id.sideways', 400, 'PGRST100'],
    ['authors?order=extra->k', 400, 'PGRST100'],
    ['authors?order=', 400, 'PGRST100'],
    ['authors?limit=-1', 400, 'PGRST100'],
    ['authors?limit=all', 400, 'PGRST100'],
    ['authors?offset=1e3', 400, 'PGRST100'],
    ['authors?or=id.eq.1', 400, 'PGRST100'],
    ['authors?or=()', 400, 'PGRST100'],
    ['authors?or=(id.eq.1', 400, 'PGRST100'],
    ['authors?or=(id.eq.1))', 400, 'PGRST100'],
    ['authors?or=(id)', 400, 'PGRST100'],
    ['authors?columns=id', 400, 'PGRST100'],
    ['authors?on_conflict=id', 400, 'PGRST100'],
    ['authors?countries.select=name&select=countries(code)', 400, 'PGRST100'],
    [`authors?and=(${deep(11)})`, 400, 'PGRST100'],
    [
      `authors?select=${'books!author_id(author_id('.repeat(9)}id${'))'.repeat(9)}`,
      400,
      'PGRST100',
    ],
    [`authors?select=${Array(40).fill('countries(code)').join(',')}`, 400, 'PGRST100'],
    ['authors?select=id,a:author_id(name)&order=a(name)', 400, 'PGRST100'],
  ])('%s', async (path, status, code) => {
    const reply = await library.ask(path);
    expect([reply.status, (reply.body as { code: string }).code]).toEqual([status, code]);
    expect(reply.text).not.toMatch(/ from |lateral|\.ts:/i);
  });

  test('what is just allowed is answered', async () => {
    expect((await library.ask(`authors?and=(${deep(9)})&select=id`)).body).toEqual([{ id: 1 }]);
    const wide = Array(900).fill('id.eq.1').join(',');
    expect((await library.ask(`authors?or=(${wide})&select=id`)).body).toEqual([{ id: 1 }]);
    const long = Array.from({ length: 1500 }, (_, at) => at).join(',');
    expect((await library.ask(`authors?id=in.(${long})&select=id`)).status).toBe(200);
  });
});

describe('headers and methods', () => {
  test.each([
    [{ accept: 'text/csv' }, 406, 'PGRST107'],
    [{ accept: 'application/geo+json' }, 406, 'PGRST107'],
    [{ accept: 'application/vnd.pgrst.object+json;nulls=stripped' }, 406, 'PGRST107'],
    [{ 'accept-profile': 'auth' }, 406, 'PGRST106'],
    [{ prefer: 'handling=strict, wonders=many' }, 400, 'PGRST122'],
  ])('%j answers %i %s', async (headers: Record<string, string>, status, code) => {
    const reply = await library.ask('authors', { headers });
    expect([reply.status, (reply.body as { code: string }).code]).toEqual([status, code]);
  });

  test.each([
    { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    { accept: 'application/vnd.pgrst.array+json' },
    { 'accept-profile': 'public' },
    { prefer: 'wonders=many, count=lots' },
    { range: 'nonsense' },
  ])('%j is taken', async (headers: Record<string, string>) => {
    expect((await library.ask('authors', { headers })).status).toBe(200);
  });

  test('other methods and addresses', async () => {
    const put = await library.ask('authors?id=eq.1', { method: 'PUT', body: '{}' });
    expect([put.status, (put.body as { code: string }).code]).toEqual([405, 'PGRST117']);
    expect((await library.ask('')).status).toBe(404);
    expect((await library.ask('authors?apikey=some-key&id=eq.1')).status).toBe(200);
  });
});

describe('a schema that changes', () => {
  test('new tables and columns are found by themselves, a moment later', async () => {
    const status = (path: string) => library.ask(path).then((reply) => reply.status);
    expect(await status('late')).toBe(404);
    await library.db.owner
      .unsafe('create table late (id int); grant select on late to anon')
      .simple();
    await expect.poll(() => status('late'), { timeout: 5_000 }).toBe(200);
    await library.db.owner.unsafe('alter table late add column word text').simple();
    await expect.poll(() => status('late?select=word'), { timeout: 5_000 }).toBe(200);
  });
});
