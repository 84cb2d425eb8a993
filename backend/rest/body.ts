import { badBody, RestError } from './errors.ts';
import type { Payload } from './sql/write.ts';

/**
 * Reads a JSON body of one object or a list of objects. The text goes to PostgreSQL as it came, so
 * that no number loses digits on the way; we look at the keys only.
 * @throws RestError 415 for another content type, 413 over `maxBody` bytes, PGRST102 for bad JSON.
 */
export async function readPayload(request: Request, maxBody: number): Promise<Payload> {
  const type = request.headers.get('content-type')?.split(';')[0]!.trim().toLowerCase();
  if (type && type !== 'application/json' && type !== 'application/vnd.pgrst.object+json') {
    throw new RestError(415, 'PGRST102', `Content-Type not acceptable: ${type}`);
  }
  const text = await readText(request, maxBody);
  const value = parseJson(text);
  const isList = Array.isArray(value);
  const keys = (isList ? value : [value]).map((row: unknown) => {
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return Object.keys(row);
    throw badBody('The body must be a JSON object or a list of them');
  });
  return { text, keys, isList };
}

/** Reads a JSON body of one object; an empty body is an empty object. @throws as readPayload. */
export async function readObject(request: Request, maxBody: number): Promise<Payload> {
  const isEmpty = request.body === null || request.headers.get('content-length') === '0';
  if (isEmpty) return { text: '{}', keys: [[]], isList: false };
  const payload = await readPayload(request, maxBody);
  if (payload.isList) throw badBody('The body must be one JSON object');
  return payload;
}

async function readText(request: Request, maxBody: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [text, size] = ['', 0];
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > maxBody) break;
      text += decoder.decode(chunk, { stream: true });
    }
    if (size <= maxBody) return text + decoder.decode();
  } catch {
    throw badBody('The body is not UTF-8, or was not sent to its end');
  }
  throw new RestError(413, 'PGRST102', `The body is longer than ${maxBody} bytes`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badBody('Empty or invalid json');
  }
}
