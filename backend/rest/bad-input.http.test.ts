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
    ['authors?id=in.("1" 2)', 400, '22P02'],
    ['authors?id=in.(1)x', 400, 'PGRST100'],
    ['authors?select=id,', 400, 'PGRST100'],
    ['authors?select=id,countries(name', 400, 'PGRST100'],
    ['authors?select=id)', 400, 'PGRST100'],
    ['authors?select=id!inner', 400, 'PGRST100'],
    ['authors?select=id&select=name', 400, 'PGRST100'],
    ['authors?limit=1&limit=2', 400, 'PGRST100'],
    ['authors?order=id&order=name', 400, 'PGRST100'],
    ['authors?select=countries(code)&countries.limit=1&countries.limit=2', 400, 'PGRST100'],
    ['rpc/add?a=1&a=2', 400, 'PGRST100'],
    ['books_of?who=1&who=eq.2', 404, 'PGRST205'],
    ['rpc/books_of?who=1&nope=eq.1', 400, '42703'],
    ['rpc/books_of?who=1&on_conflict=id', 400, 'PGRST100'],
    ['rpc/add?a=%00', 400, '22P05'],
    ['rpc/add?a=1e400', 400, '22P02'],
    ['rpc/add?a=2147483647', 400, '22003'],
    ['authors?rating=eq.1e999999', 400, '22003'],
    ['authors?id=in.(1,2,99999999999)', 400, '22003'],
    ['authors?limit=9999999999999999', 400, 'PGRST100'],
    ['authors?offset=-1', 400, 'PGRST100'],
    ['authors?select=%00', 400, 'PGRST100'],
    ['authors?%00=eq.1', 400, 'PGRST100'],
    ['%00', 404, 'PGRST205'],
    ['rpc/%00', 404, 'PGRST202'],
    ['authors?__proto__=eq.1', 400, '42703'],
    ['authors?constructor=eq.1', 400, '42703'],
    ['__proto__', 404, 'PGRST205'],
    ['authors?select=__proto__', 400, '42703'],
    ['authors?order=id.sideways', 400, 'PGRST100'],
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
    [
      `authors?select=${Array.from({ length: 40 }, (_, n) => `c${n}:countries(code)`).join(',')}`,
      400,
      'PGRST100',
    ],
  ])('%s', async (path, status, code) => {
    const reply = await library.ask(path);
    expect([reply.status, (reply.body as { code: string }).code]).toEqual([status, code]);
    expect(reply.text).not.toMatch(/ from |lateral|\.ts:/i);
  });

  test.each([
    ['a filter of 100 kB', `authors?name=eq.${'x'.repeat(100_000)}`],
    ['a list of 100 kB', `authors?id=in.(${'1,'.repeat(50_000)}1)`],
    ['a tree of 100 kB', `authors?or=(${'id.eq.1,'.repeat(12_500)}id.eq.1)`],
    ['5,000 parameters', `authors?${'id=eq.1&'.repeat(5_000)}`],
    ['10,000 columns', `authors?select=${'id,'.repeat(10_000)}id`],
    ['a name of 10,000 characters', `authors?${'x'.repeat(10_000)}=eq.1`],
  ])('%s', async (_, path) => {
    const reply = await library.ask(path);
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.status).toBeLessThan(500);
    expect(reply.text.length).toBeLessThan(20_500);
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

const post = (body: string | Uint8Array<ArrayBuffer>, type = 'application/json') => ({
  method: 'POST',
  role: 'authenticated' as const,
  body,
  headers: { 'content-type': type },
});

describe('bodies that are refused', () => {
  test.each([
    ['no JSON', '{"title":', 400, 'PGRST102'],
    ['nothing', '', 400, 'PGRST102'],
    ['a number', '5', 400, 'PGRST102'],
    ['null', 'null', 400, 'PGRST102'],
    ['JSON in quotes', JSON.stringify('{"title":"x"}'), 400, 'PGRST102'],
    ['a list of numbers', '[1]', 400, 'PGRST102'],
    ['a list of lists', '[[{"title":"x"}]]', 400, 'PGRST102'],
    ['an injected key', '{"title\\") values (1); drop table books; --":"x"}', 400, 'PGRST204'],
    ['__proto__', '{"__proto__":{"title":"x"}}', 400, 'PGRST204'],
    ['constructor', '{"constructor":1}', 400, 'PGRST204'],
    ['a key that is a NUL character', '{"\\u0000":1}', 400, 'PGRST204'],
    ['a wrong type', '{"title":"x","pages":"many"}', 400, '22P02'],
    ['an object for a number', '{"title":"x","pages":{"a":1}}', 400, '22P02'],
    ['a list for a moment', '{"title":"x","published":[1]}', 400, '22007'],
    ['too large a number', '{"title":"x","pages":99999999999}', 400, '22003'],
    ['a number without end', `{"title":"x","pages":${'9'.repeat(50_000)}}`, 400, '22003'],
    ['1e400 for a whole number', '{"title":"x","pages":1e400}', 400, '22P02'],
    ['too long a text', JSON.stringify({ title: 'x'.repeat(81) }), 400, '22001'],
    ['10,000 characters', JSON.stringify({ title: 'x'.repeat(10_000) }), 400, '22001'],
    ['a NUL character', '{"title":"a\\u0000b"}', 400, '22P05'],
    ['half a surrogate pair', '{"title":"\\ud800"}', 400, '22P02'],
    ['over the limit', JSON.stringify({ title: 'x'.repeat(100_001) }), 413, 'PGRST102'],
  ])('%s', async (_, body, status, code) => {
    const reply = await library.ask('books', post(body));
    expect([reply.status, (reply.body as { code: string }).code]).toEqual([status, code]);
    expect(reply.text).not.toMatch(/insert into|select |json_to_record|\.ts:/i);
    expect(reply.text.length).toBeLessThan(60_000);
    const [left] = await library.db.owner`select count(*)::int as books from books`;
    expect([left, library.logged]).toEqual([{ books: 4 }, []]);
  });

  test.each([
    `{"title":${'['.repeat(49_000)}${']'.repeat(49_000)}}`,
    `{"title":${'['.repeat(90_000)}`,
    `${'['.repeat(49_000)}${']'.repeat(49_000)}`,
  ])('nested tens of thousands deep: %#', async (body) => {
    expect((await library.ask('books', post(body))).status).toBe(400);
    const called = await library.ask('rpc/as_json', post(body.replace('title', 'value')));
    expect(called.status).toBe(400);
  });

  test.each([
    'text/csv',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'application/jsonx',
    'x',
  ])('content type %s', async (type) => {
    expect((await library.ask('books', post('{"title":"x"}', type))).status).toBe(415);
    expect((await library.ask('rpc/add', post('{"a":1}', type))).status).toBe(415);
  });

  test.each([
    [[0xff], 'a byte that starts nothing'],
    [[0xc3], 'half a character'],
    [[0xed, 0xa0, 0x80], 'an encoded surrogate'],
    [[0xc0, 0x80], 'an overlong NUL'],
  ])('invalid UTF-8: %j, %s', async (bytes) => {
    const [before, after] = ['{"title":"', '"}'].map((text) => new TextEncoder().encode(text));
    const body = new Uint8Array([...before!, ...bytes, ...after!]);
    expect((await library.ask('books', post(body))).status).toBe(400);
  });

  test.each([
    ['content-length: 30\r\n\r\n{"title":"h'],
    ['transfer-encoding: chunked\r\n\r\n5\r\n{"tit\r\n'],
    ['transfer-encoding: chunked\r\n\r\nzz\r\n'],
    ['content-length: 13\r\n\r\n'],
  ])('half a body, then silence or rubbish: %j', async (rest) => {
    const head = 'POST /rest/v1/books HTTP/1.1\r\nhost: x\r\nx-role: authenticated\r\n';
    await library.sendRaw(`${head}content-type: application/json\r\n${rest}`);
    const [left] = await library.db.owner`select count(*)::int as books from books`;
    expect([left, library.logged]).toEqual([{ books: 4 }, []]);
    expect((await library.ask('books?limit=1')).status).toBe(200);
  });

  test('a chunked body over the limit is refused before it has come', async () => {
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(10_000).fill(0x20)),
    });
    const init = { ...post(''), body: endless, duplex: 'half' as const };
    const answer = library.ask('books', init).then(
      (reply) => reply.status,
      () => 'hung up',
    );
    expect([413, 'hung up']).toContain(await answer);
  });
});

describe('texts in any language', () => {
  test.each([
    'שלום עולם',
    'مرحبا\u202e reversed\u202c',
    '\u200f\u200e\u2066',
    '👩‍👩‍👧‍👦 ＡＢＣ ḿ̂',
    `'";--\\ %_*(),.`,
    'a\tb\nc\r\u0001\u001f',
    '{"json": [1, null]}',
    '{a,b}',
    'null',
    '',
  ])('%j comes back as it went', async (name) => {
    const authors = () => library.client('authenticated').from('authors');
    const written = await authors().insert({ id: 77, name }).select('name').single();
    expect([written.error, written.data]).toEqual([null, { name }]);
    const found = await authors().select('id').eq('name', name);
    expect([found.error, found.data]).toEqual([null, [{ id: 77 }]]);
    const called = await library.client().rpc('as_json', { value: name });
    expect(called.data).toBe(name);
  });
});

describe('a schema that changes', () => {
  test('new tables and columns are found by themselves, a moment later', async () => {
    const status = (path: string) => library.ask(path).then((reply) => reply.status);
    expect(await status('late')).toBe(404);
    await library.db.owner
      .unsafe('create table late (id int); grant select on late to anon')
      .simple();
    await expect.poll(() => status('late')).toBe(200);
    await library.db.owner.unsafe('alter table late add column word text').simple();
    await expect.poll(() => status('late?select=word')).toBe(200);
  });
});
