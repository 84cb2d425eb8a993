import { RestError } from '../errors.ts';
import type { Query } from './query.ts';

/** The `Prefer` header (https://docs.postgrest.org/en/v14/references/api/preferences.html). */
export type Preferences = {
  return: 'minimal' | 'representation' | 'headers-only' | null;
  count: 'exact' | 'planned' | 'estimated' | null;
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  missing: 'default' | 'null' | null;
  handling: 'strict' | 'lenient' | null;
  maxAffected: number | null;
  /** The value of `Preference-Applied`; empty for none. */
  applied: string;
};

const CHOICES = {
  return: ['minimal', 'representation', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
} as const;

/**
 * Reads `Prefer`. Unknown preferences are ignored, unless the client asks for strict handling.
 * @throws RestError PGRST122 for those.
 */
export function parsePrefer(header: string | undefined): Preferences {
  const tokens = (header ?? '').split(',').map((token) => token.trim());
  const pick = <K extends keyof typeof CHOICES>(key: K): (typeof CHOICES)[K][number] | null =>
    CHOICES[key].find((choice) => tokens.includes(`${key}=${choice}`)) ?? null;
  const keys = Object.keys(CHOICES) as (keyof typeof CHOICES)[];
  const maxToken = tokens.find((token) => /^max-affected=\d{1,9}$/.test(token));
  const known = keys.map((key) => (pick(key) === null ? '' : `${key}=${pick(key)}`));
  if (pick('handling') === 'strict') {
    const invalid = tokens.filter((each) => each && !known.includes(each) && each !== maxToken);
    if (invalid.length > 0) {
      throw new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
        details: `Invalid preferences: ${invalid.join(', ')}`,
      });
    }
    if (maxToken) known.push(maxToken);
  }
  return {
    return: pick('return'),
    count: pick('count'),
    resolution: pick('resolution'),
    missing: pick('missing'),
    handling: pick('handling'),
    maxAffected: maxToken && pick('handling') === 'strict' ? Number(maxToken.split('=')[1]) : null,
    applied: known.filter((each) => each !== '').join(', '),
  };
}

/**
 * The rows that a `Range` header asks for, as offset and limit; null when there is none or it is
 * malformed, which PostgREST ignores. @throws RestError PGRST103, 416, when it ends before it starts.
 */
export function parseRange(
  header: string | undefined,
): { offset: number; limit: number | null } | null {
  const match = /^(?:items=)?(\d{1,15})-(\d{1,15})?$/.exec((header ?? '').trim());
  if (!match) return null;
  const [first, last] = [Number(match[1]), match[2] === undefined ? null : Number(match[2])];
  if (last !== null && last < first) {
    throw new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
      details:
        'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    });
  }
  return { offset: first, limit: last === null ? null : last - first + 1 };
}

/** The query with the page that its limit and offset, a range and the row limit have in common. */
export function pageOf(query: Query, range: ReturnType<typeof parseRange>, maxRows: number): Query {
  const endOf = (part: { offset: number; limit: number | null } | null) =>
    part?.limit == null ? Infinity : part.offset + part.limit;
  const offset = Math.max(query.offset, range?.offset ?? 0);
  const end = Math.min(endOf(query), endOf(range), offset + maxRows);
  return { ...query, offset, limit: Math.max(0, end - offset) };
}

export const OBJECT_TYPE = 'application/vnd.pgrst.object+json';

/** Whether `Accept` asks for one object or a list. @throws RestError PGRST107, 406, for neither. */
export function parseAccept(header: string | undefined): 'object' | 'list' {
  for (const part of (header ?? '*/*').split(',')) {
    const type = part.split(';')[0]!.trim().toLowerCase();
    if (type === OBJECT_TYPE && !/nulls=stripped/.test(part)) return 'object';
    if (/^(\*\/\*|application\/(\*|json|vnd\.pgrst\.array\+json))$/.test(type)) return 'list';
  }
  const message = 'None of these media types are available';
  throw new RestError(406, 'PGRST107', `${message}: ${header}`);
}
