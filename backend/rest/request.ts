import { ApiError } from '../core/api-error.ts';
import { refuseCostly } from './cost.ts';
import { badBody, badQuery, refusal } from './errors.ts';
import { parseParameters, type Query } from './query.ts';
import { EXPOSED } from './schema.ts';

/**
 * A parsed request, before names are resolved. `prefer` holds the preferences that apply, by name.
 */
export type Asked = {
  kind: 'read' | 'insert' | 'change' | 'call';
  name: string;
  search: URLSearchParams;
  /** The JSON body, one object or a list of objects, and its raw text. */
  body: { text: string; rows: Record<string, unknown>[]; isList: boolean } | null;
  prefer: Map<string, string>;
  shape: 'list' | 'object';
  /** Whether keys with null values are dropped from the response, at every depth. */
  stripsNulls: boolean;
  range: string;
  /** Whether the read may cost only what a visitor's may. */
  isLimited?: boolean;
};

/** Maximum rows and values of one body. why: parsed JSON takes far more memory than its text. */
const MOST_ROWS = 10_000;
const MOST_VALUES = 200_000;

const PREFERENCE =
  /^(return=(minimal|representation|headers-only)|count=(exact|planned|estimated)|resolution=(merge|ignore)-duplicates|missing=(default|null)|handling=(strict|lenient)|max-affected=\d{1,9})$/;

/**
 * Parses a request's headers and body.
 * @throws ApiError 413 over `maxBody` bytes, 415 for a content type other than JSON, PGRST102 for a
 * bad body, PGRST106 for another schema, PGRST107 for another media type, PGRST122.
 */
export async function readRequest(
  request: Request,
  kind: Asked['kind'],
  name: string,
  maxBody: number,
  isLimited = false,
): Promise<Asked> {
  const { headers, method } = request;
  const profile = headers.get('accept-profile') ?? headers.get('content-profile') ?? EXPOSED;
  if (profile !== EXPOSED) {
    const hint = `Only the following schemas are exposed: ${EXPOSED}`;
    throw refusal(406, 'PGRST106', `Invalid schema: ${profile}`, { hint });
  }
  const { searchParams: search } = new URL(request.url);
  // why: Supabase's gateway accepts the key in the query string too; it is not a filter.
  search.delete('apikey');
  const prefer = parsePrefer(headers.get('prefer') ?? '');
  const { shape, stripsNulls } = parseAccept(headers.get('accept') ?? '*/*');
  const range = /^(GET|HEAD)$/.test(method) ? (headers.get('range') ?? '') : '';
  const body = /^(POST|PATCH)$/.test(method) ? await readBody(request, kind, maxBody) : null;
  return { kind, name, search, body, prefer, shape, stripsNulls, range, isLimited };
}

/**
 * Parses `Prefer` (https://docs.postgrest.org/en/v14/references/api/preferences.html). Unknown
 * preferences are ignored unless handling is strict. Unsupported ones that would change the meaning
 * of the request are refused. @throws ApiError PGRST122.
 */
export function parsePrefer(header: string): Asked['prefer'] {
  const tokens = header.split(',').map((token) => token.trim());
  const strict = tokens.includes('handling=strict');
  const odd = strict ? /./ : /^(tx|timezone|params)=/;
  const refused = tokens.filter((token) => odd.test(token) && !PREFERENCE.test(token));
  if (refused.length > 0) {
    const message = strict ? 'Invalid preferences given with handling=strict' : 'Not supported';
    const details = `Invalid preferences: ${refused.join(', ')}`;
    throw refusal(400, 'PGRST122', message, { details });
  }
  const applied: Asked['prefer'] = new Map();
  for (const token of tokens.filter((each) => PREFERENCE.test(each))) {
    const [name = '', value = ''] = token.split('=');
    if (!applied.has(name)) applied.set(name, value);
  }
  if (!strict) applied.delete('max-affected');
  return applied;
}

/**
 * Parses `Accept`: one object or a list, and `nulls=stripped`
 * (https://docs.postgrest.org/en/v14/references/api/resource_representation.html).
 * @throws ApiError PGRST107, 406, when no media type is supported.
 */
export function parseAccept(header: string): Pick<Asked, 'shape' | 'stripsNulls'> {
  for (const part of header.split(',')) {
    const [type = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    const stripsNulls = type.startsWith('application/vnd.') && parameters.includes(STRIPPED);
    if (type === OBJECT_TYPE) return { shape: 'object', stripsNulls };
    if (/^(\*\/\*|application\/(\*|json))$/.test(type) || type === ARRAY_TYPE)
      return { shape: 'list', stripsNulls };
  }
  throw refusal(406, 'PGRST107', `None of these media types are available: ${header}`);
}

const OBJECT_TYPE = 'application/vnd.pgrst.object+json';
const ARRAY_TYPE = 'application/vnd.pgrst.array+json';
const STRIPPED = 'nulls=stripped';

/** The media type of a response, as PostgREST names it. */
export function mediaType({ shape, stripsNulls }: Pick<Asked, 'shape' | 'stripsNulls'>): string {
  const list = stripsNulls ? ARRAY_TYPE : 'application/json';
  const type = shape === 'object' ? OBJECT_TYPE : list;
  return `${type}${stripsNulls ? `;${STRIPPED}` : ''}; charset=utf-8`;
}

/**
 * The query of a read. Its page is the intersection of limit and offset, the `Range` header and the
 * row limit. An invalid `Range` header is ignored.
 * @throws ApiError as parseParameters and refuseCostly, and PGRST103, 416, when a range ends before
 * it starts.
 */
export function readQuery(
  { range, search, isLimited }: Pick<Asked, 'range' | 'search' | 'isLimited'>,
  maxRows: number,
) {
  const { query, columns, onConflict } = parseParameters(search);
  if (isLimited) refuseCostly(query);
  if (columns || onConflict) throw badQuery('"columns" and "on_conflict" are for writing');
  const [, from = '0', to = 'Infinity'] = /^(?:items=)?(\d{1,15})-(\d{1,15})?$/.exec(range) ?? [];
  if (Number(to) < Number(from)) throw refusal(416, 'PGRST103', 'Range ends before it starts');
  const offset = Math.max(query.offset, Number(from));
  const limited = query.limit === null ? Infinity : query.offset + query.limit;
  const end = Math.min(limited, Number(to) + 1, offset + maxRows);
  return { ...query, offset, limit: Math.max(0, end - offset) } satisfies Query;
}

/**
 * Reads the body. PostgreSQL receives its text unchanged, so that no number loses digits; the
 * parsed value only serves for checks.
 */
async function readBody(request: Request, kind: Asked['kind'], maxBody: number) {
  const type = request.headers.get('content-type') ?? 'application/json';
  if (!/^application\/(vnd\.pgrst\.object\+)?json *(;|$)/i.test(type)) {
    throw refusal(415, 'PGRST102', `Content-Type not acceptable: ${type}`);
  }
  const { text, value } = await readJson(request, maxBody, kind === 'call' ? '{}' : '');
  const isList = Array.isArray(value);
  if (isList && value.length > MOST_ROWS) throw badBody(`The body has more than ${MOST_ROWS} rows`);
  if (isList && kind !== 'insert') throw badBody('The body must be one JSON object');
  const rows = (isList ? value : [value]).map((row: unknown) => {
    if (typeof row === 'object' && row !== null && !Array.isArray(row))
      return row as Record<string, unknown>;
    throw badBody('The body must be a JSON object or a list of them');
  });
  return { text, rows, isList };
}

async function readJson(request: Request, maxBody: number, empty: string) {
  try {
    const bytes = await readBytes(request, maxBody);
    if (countValues(bytes) > MOST_VALUES) throw badBody('The body holds too many values');
    const text = new TextDecoder('utf8', { fatal: true }).decode(bytes) || empty;
    return { text, value: JSON.parse(text) as unknown };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw badBody('Empty or invalid json, not UTF-8, or not sent to its end');
  }
}

/** Approximate number of values in a JSON text: its commas and opening brackets. */
function countValues(json: Uint8Array): number {
  let count = 0;
  for (const byte of json) if (byte === 0x2c || byte === 0x5b || byte === 0x7b) count += 1;
  return count;
}

async function readBytes(request: Request, maxBody: number): Promise<Uint8Array> {
  // why: of a known length it is read at once, without the streams of the platform.
  const length = Number(request.headers.get('content-length') ?? Infinity);
  if (length <= maxBody) return new Uint8Array(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > maxBody) throw refusal(413, 'PGRST102', `The body is longer than ${maxBody} bytes`);
  }
  return Buffer.concat(chunks);
}
