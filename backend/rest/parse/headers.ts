import { RestError } from '../errors.ts';
import type { Query } from './query.ts';

const CHOICES = {
  return: ['minimal', 'representation', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
} as const;
type Choices = { [K in keyof typeof CHOICES]: (typeof CHOICES)[K][number] | null };

/**
 * The `Prefer` header (https://docs.postgrest.org/en/v14/references/api/preferences.html).
 * `applied` is the value of `Preference-Applied`, empty for none.
 */
export type Preferences = Choices & { maxAffected: number | null; applied: string };

/**
 * Reads `Prefer`. Unknown preferences are ignored, unless the client asks for strict handling.
 * @throws RestError PGRST122 for those.
 */
export function parsePrefer(header: string | undefined): Preferences {
  const tokens = (header ?? '').split(',').map((token) => token.trim());
  const chosen = Object.entries(CHOICES).map(([key, values]) => [
    key,
    values.find((value) => tokens.includes(`${key}=${value}`)) ?? null,
  ]);
  const choices = Object.fromEntries(chosen) as Choices;
  const applied = chosen.filter(([, value]) => value).map(([key, value]) => `${key}=${value}`);
  const max = tokens.find((token) => /^max-affected=\d{1,9}$/.test(token));
  if (choices.handling !== 'strict') {
    return { ...choices, maxAffected: null, applied: applied.join(', ') };
  }
  if (max) applied.push(max);
  const invalid = tokens.filter((token) => token !== '' && !applied.includes(token));
  if (invalid.length > 0) {
    const message = 'Invalid preferences given with handling=strict';
    const details = `Invalid preferences: ${invalid.join(', ')}`;
    throw new RestError(400, 'PGRST122', message, { details });
  }
  const maxAffected = max ? Number(max.split('=')[1]) : null;
  return { ...choices, maxAffected, applied: applied.join(', ') };
}

type Page = { offset: number; limit: number | null };

/**
 * The rows that a `Range` header asks for; null when there is none or it is malformed, which
 * PostgREST ignores. @throws RestError PGRST103, 416, when it ends before it starts.
 */
export function parseRange(header: string | undefined): Page | null {
  const match = /^(?:items=)?(\d{1,15})-(\d{1,15})?$/.exec((header ?? '').trim());
  if (!match) return null;
  const offset = Number(match[1]);
  const limit = match[2] === undefined ? null : Number(match[2]) - offset + 1;
  if (limit === null || limit > 0) return { offset, limit };
  throw new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
    details:
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
  });
}

/** The query with the page that its limit and offset, a range and the row limit have in common. */
export function pageOf(query: Query, range: Page | null, maxRows: number): Query {
  const endOf = (page: Page | null) =>
    page === null || page.limit === null ? Infinity : page.offset + page.limit;
  const offset = Math.max(query.offset, range?.offset ?? 0);
  const end = Math.min(endOf(query), endOf(range), offset + maxRows);
  return { ...query, offset, limit: Math.max(0, end - offset) };
}

export const OBJECT_TYPE = 'application/vnd.pgrst.object+json';

/** Whether `Accept` asks for one object or a list. @throws RestError PGRST107, 406, for neither. */
export function parseAccept(header: string | undefined): 'object' | 'list' {
  for (const part of (header ?? '*/*').split(',')) {
    const type = part.split(';')[0]!.trim().toLowerCase();
    if (type === OBJECT_TYPE && !part.includes('nulls=stripped')) return 'object';
    if (/^(\*\/\*|application\/(\*|json|vnd\.pgrst\.array\+json))$/.test(type)) return 'list';
  }
  throw new RestError(406, 'PGRST107', `None of these media types are available: ${header}`);
}
