import { expect, test } from 'vitest';
import { refusal, toRefusal } from './errors.ts';

const failure = (code: unknown) => Object.assign(new Error('at /home/x.ts select 1'), { code });

test.each(['ECONNREFUSED', 'ENOENT', 'CONNECT_TIMEOUT', 'CONNECTION_CLOSED', 'CONNECTION_ENDED'])(
  'a database that is away (%s) is a 503 that says no more',
  (code) => {
    const { status, body } = toRefusal(failure(code), false);
    expect([status, body['code']]).toEqual([503, 'PGRST001']);
    expect(JSON.stringify(body)).not.toMatch(/select|\.ts/);
  },
);

test.each(['57P01', '57P03', '08006'])('a database that goes away (%s) is a 503', (code) => {
  expect(toRefusal(failure(code), false).status).toBe(503);
});

test.each([
  [failure(20)],
  [failure('XX001')],
  [failure('ERR_INVALID_ARG')],
  [new TypeError('x')],
  ['text'],
  [null],
])('what nobody foresaw is a 500 that says nothing: %o', (error) => {
  const { status, message } = toRefusal(error, false);
  expect([status, message]).toEqual([500, 'Something went wrong on the server']);
});

test('a missing right is 401 for a visitor, who may sign in, and 403 for others', () => {
  expect(toRefusal(failure('42501'), true).status).toBe(401);
  expect(toRefusal(failure('42501'), false).status).toBe(403);
});

test('a change of a view that takes none is a 405, and no fault of ours', () => {
  expect(toRefusal(failure('55000'), false).status).toBe(405);
});

test.each([
  failure('53100'),
  failure('ENOSPC'),
  // As PostgreSQL answers where its files became read-only.
  Object.assign(failure('42501'), { file: 'md.c' }),
])('a disk that takes nothing (%o) is a 503 in words for a person, that names no file', (error) => {
  const { status, body, headers } = toRefusal(error, true);
  expect([status, headers]).toEqual([503, { 'retry-after': '5' }]);
  expect(body).toEqual({
    code: '53100',
    details: null,
    hint: null,
    message: 'Nothing can be stored right now. Please try again later.',
  });
});

test('our own refusals stay as they are', () => {
  const own = refusal(406, 'PGRST116', 'm', { details: 'd' });
  expect(toRefusal(own, true)).toBe(own);
});
