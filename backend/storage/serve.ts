import type { Context } from 'hono';
import type { ByteRange } from './store.ts';
import { refusal } from './refusal.ts';

type Answer = { etag: string; size: number; headers: Record<string, string> };

/** A 304 when `If-None-Match` names these bytes; otherwise null. */
export function unchanged(c: Context, { etag, headers }: Omit<Answer, 'size'>): Response | null {
  const held = (c.req.header('if-none-match') ?? '').split(',').map((each) => each.trim());
  const holds = held.some((each) => each === '*' || each.replace(/^W\//, '') === etag);
  return holds ? c.body(null, 304, { etag, ...headers }) : null;
}

/**
 * Sends bytes, or the single requested range of them
 * (https://www.rfc-editor.org/rfc/rfc9110#section-14). @throws ApiError 416.
 */
export async function send(
  c: Context,
  { etag, size, headers }: Answer,
  read: (range: ByteRange) => Promise<ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>>,
): Promise<Response> {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(c.req.header('range')?.trim() ?? '');
  const [, from = '', to = ''] = asked ?? [];
  const isPart =
    c.req.method === 'GET' && from + to !== '' && (c.req.header('if-range') ?? etag) === etag;
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  // why: a range that ends before it starts is invalid, and invalid ranges are ignored.
  const part = isPart && (from === '' || to === '' || Number(from) <= Number(to));
  if (part && first > last)
    throw refusal(416, 'InvalidRange', 'The requested range cannot be satisfied', {
      'content-range': `bytes */${size}`,
    });
  const range = part ? { start: first, end: last } : { start: 0, end: size - 1 };
  const all = {
    etag,
    'accept-ranges': 'bytes',
    'content-length': String(range.end - range.start + 1),
    ...(part && { 'content-range': `bytes ${first}-${last}/${size}` }),
    ...headers,
  };
  const empty = size === 0 || c.req.method === 'HEAD';
  return c.body(empty ? '' : await read(range), part ? 206 : 200, all);
}
