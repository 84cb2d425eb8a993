import type { z } from 'zod';
import type { Context } from 'hono';
import { ApiError } from '../core/api-error.ts';
import { isDiskFault } from '../core/disk-fault.ts';

type Status = 400 | 403 | 404 | 409 | 413 | 415 | 416 | 422 | 503;

/** An error in the shape of Supabase Storage's. */
export const refusal = (status: Status, error: string, message: string, headers = {}) =>
  new ApiError(
    status,
    { statusCode: String(status), error, message },
    { 'cache-control': 'no-store', ...(status === 503 && { 'retry-after': '2' }), ...headers },
  );

export const notFound = () => refusal(404, 'not_found', 'Object not found');
export const noBucket = () => refusal(404, 'Bucket not found', 'Bucket not found');
export const tooLarge = () =>
  refusal(413, 'Payload too large', 'The object exceeded the maximum allowed size');
export const badRequest = (message: string) => refusal(400, 'InvalidRequest', message);

/** Maps a PostgreSQL error to Storage's error; rethrows anything else. */
export function toRefusal(error: unknown): never {
  if (isDiskFault(error)) throw error;
  const { code } = error as { code?: unknown };
  if (code === '42501')
    throw refusal(403, 'Unauthorized', 'new row violates row-level security policy');
  if (code === '23505') throw refusal(409, 'Duplicate', 'The resource already exists');
  if (code === '23503') throw noBucket();
  // Text that PostgreSQL cannot store, such as one with NUL, or JSON nested too deeply for its
  // stack.
  if (/^(22|54)/.test(String(code))) throw badRequest('The request holds what cannot be stored');
  throw error;
}

/** Parses a JSON body of that shape. @throws ApiError 400. */
export async function readJson<Shape extends z.ZodType>(c: Context, shape: Shape) {
  const body = shape.safeParse(await c.req.json().catch(() => null));
  if (body.success) return body.data;
  const [issue] = body.error.issues;
  throw badRequest(`${issue?.path.join('.') || 'body'}: ${issue?.message}`);
}

// Characters that S3 accepts unescaped, as on Supabase
// (https://supabase.com/docs/guides/storage/uploads/standard-uploads).
const SAFE = /^[\w/!\-.*'() &$@=;:+,?]{1,1024}$/;

/** The name, if it is valid for an object. @throws ApiError 400. */
export function checkName(name: string): string {
  const isWhole = name.split('/').every((part) => !/^\.{0,2}$/.test(part));
  if (isWhole && SAFE.test(name)) return name;
  throw refusal(400, 'InvalidKey', `Invalid key: ${name.slice(0, 1024)}`);
}
