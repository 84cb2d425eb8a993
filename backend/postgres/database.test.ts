import { expect, test } from 'vitest';
import { connectionFromUrl } from './database.ts';

test('a URL is taken apart, its parts decoded', () => {
  expect(connectionFromUrl('postgres://me%40x:p%2Fw@db.example.test:6543/my%20db')).toEqual({
    host: 'db.example.test',
    port: 6543,
    database: 'my db',
    username: 'me@x',
    password: 'p/w',
  });
});

test("what a URL leaves out has libpq's defaults", () => {
  expect(connectionFromUrl('postgresql://me@db')).toEqual({
    host: 'db',
    port: 5432,
    database: 'me',
    username: 'me',
    password: '',
  });
});

test('a URL may name the folder of a Unix socket', () => {
  const found = connectionFromUrl('postgres://me:pw@/studio?host=/run/postgresql&port=5433');
  expect(found).toMatchObject({ host: '/run/postgresql', port: 5433, database: 'studio' });
});

test.each([
  ['disable', undefined],
  ['prefer', { verify: false }],
  ['require', { verify: false }],
  ['verify-full', { verify: true }],
])('sslmode=%s', (mode, ssl) => {
  expect(connectionFromUrl(`postgres://me:pw@db/studio?sslmode=${mode}`).ssl).toEqual(ssl);
});

test('sslrootcert asks for the check that it is for', () => {
  const { ssl } = connectionFromUrl('postgres://me@db/studio?sslmode=require&sslrootcert=/ca.crt');
  expect(ssl).toEqual({ verify: true, ca: '/ca.crt' });
});

test.each(['', 'studio', 'http://me:pw@db/studio', 'postgres://db/studio'])(
  '%j is refused with what it should look like',
  (text) => {
    expect(() => connectionFromUrl(text)).toThrow('must look like postgres://user:password@host');
  },
);
