import * as z from 'zod/mini';
import { expect, it } from 'vitest';
import { errorDetails } from './error-details.ts';

const schema = z.object({ field: z.string() });
const read = (code: string, details: string) => errorDetails({ code, details }, 'PT422', schema);

it('reads the details of the expected code', () => {
  expect(read('PT422', '{"field":"email"}')).toEqual({ field: 'email' });
});

it.each([
  ['another code', '23503', '{"field":"email"}'],
  ["PostgreSQL's prose", '23503', 'Key (id)=(4) is still referenced from table "props".'],
  ['prose under the expected code', 'PT422', 'Key (id)=(4) is not present in table "props".'],
  ['no details', 'PT422', ''],
  ['another shape', 'PT422', '{"field":4}'],
  ['null', 'PT422', 'null'],
])('reads nothing from %s', (_, code, details) => {
  expect(read(code, details)).toBeNull();
});
