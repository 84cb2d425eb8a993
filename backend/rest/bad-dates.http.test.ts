import { describe, expect, test } from 'vitest';
import { openLibrary } from '#tests/support/library.ts';

const library = openLibrary();
describe('dates that are not as in ISO 8601', () => {
  const asStaff = {
    role: 'authenticated',
    headers: { 'content-type': 'application/json' },
  } as const;
  const before = () => library.db.owner`select id, born::text from authors order by id`;

  const WORDS = ['now', 'today', 'Tomorrow', 'yesterday', 'epoch', ' tomorrow ', 'today 10:00'];
  const NO_DAYS = [
    '01/12/2026',
    '2027-02-29',
    '2026-13-01',
    '1 Dec 2026',
    '20261201',
    '2026-12-01 or so',
  ];
  test.each([...WORDS, ...NO_DAYS])(
    '“%s” is no date in a filter, a row, a change or an argument',
    async (word) => {
      const rows = await before();
      const e = encodeURIComponent(word);
      const json = (body: unknown, method = 'POST') => ({
        ...asStaff,
        method,
        body: JSON.stringify(body),
      });
      const answers = [
        await library.ask(`authors?born=lt.${e}`),
        await library.ask(`authors?born=in.(${e})`),
        await library.ask(`books?published=gt.${e}`),
        await library.ask('authors', json({ id: 9, name: 'X', born: word })),
        await library.ask(
          'authors',
          json([
            { id: 9, name: 'X', born: '2026-01-01' },
            { id: 10, name: 'Y', born: word },
          ]),
        ),
        await library.ask('authors?id=eq.1', json({ born: word }, 'PATCH')),
        await library.ask('rpc/day_after', json({ day: word })),
        await library.ask(`rpc/day_after?day=${e}`),
      ];
      const said = answers.map(({ status, body }) => [status, (body as { code: string }).code]);
      expect(said).toEqual(said.map(() => [400, '22007']));
      const messages = answers.map(({ body }) => (body as { message: string }).message);
      for (const message of messages) {
        expect(message).toMatch(/^"(born|published|day)" must be a date as YYYY-MM-DD, not "/);
      }
      expect(await before()).toEqual(rows);
    },
  );

  test.each(['2026-12-01', '2028-02-29', '2026-12-01T10:00:00.123456+05:30', '2026-12-01 10:00Z'])(
    '%s is a date',
    async (day) => {
      const e = encodeURIComponent(day);
      expect((await library.ask(`authors?born=lt.${e}`)).status).toBe(200);
      expect((await library.ask(`books?published=in.(${e})`)).status).toBe(200);
      expect((await library.ask(`rpc/day_after?day=${e}`)).status).toBe(200);
    },
  );

  test('PostgreSQL takes no 01/12/2026 out of a JSON argument either', async () => {
    const read = library.db
      .requests`select (${library.db.requests.json({ day: '01/12/2026' })}::jsonb ->> 'day')::date`;
    await expect(read).rejects.toMatchObject({ code: '22008' });
  });

  test('a text that holds such a word is taken where it is no date', async () => {
    const body = JSON.stringify({ id: 9, name: 'See you tomorrow' });
    expect((await library.ask('authors', { ...asStaff, method: 'POST', body })).status).toBe(201);
  });
});
