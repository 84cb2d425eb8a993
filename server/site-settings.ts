import type { Log } from '#backend';
import type { PublicConfig } from '#data/core/backend.ts';
import { createVersionedCache } from './versioned-cache.ts';

/** Groups of settings that every page needs; the groups of single pages are read by those pages. */
const GROUPS = ['studio', 'brand', 'navigation', 'footer', 'policy'];

/** Age up to which a Supabase project's settings are used, as it sends no notice of a change (ms). */
const UNNOTICED_MS = 1000;
const READ_TIMEOUT_MS = 2000;

/** Site-wide settings as read by this process. */
export interface ReadSettings {
  /** Values that differ from their defaults, by group. */
  values: NonNullable<PublicConfig['settings']>;
  /** False when they could not be read: then they are the last known ones, and pages must not be cached. */
  isCurrent: boolean;
}

/** A preview link that a visitor opened. */
export interface Preview {
  /** Its secret. The drafts replace published values while the link is valid. */
  secret: string;
  /** The visitor's address, under which its reads are counted: anybody may send many wrong secrets. */
  address: string;
}

/** Reads the site-wide settings, at most a second old. */
export type SiteSettingsReader = (preview?: Preview | null) => Promise<ReadSettings>;

interface Options {
  /** Reads from the backend, as an anonymous visitor at this address, or for the process. */
  ask: (request: Request, address?: string) => Promise<Response>;
  /** The backend's address, without a trailing slash. */
  origin: string;
  anonKey: string;
  /** See CatalogueVersion; null in the Supabase home. */
  version: (() => Promise<number | null>) | null;
  log: Log;
}

/** Makes the reader of this process. Concurrent reads share one request. */
export function createSiteSettings(options: Options): SiteSettingsReader {
  let known: ReadSettings['values'] = {};
  const read = async (preview?: Preview) => {
    const values = await readSettings(options, preview);
    if (preview === undefined) known = values;
    return values;
  };
  const cached = options.version
    ? createVersionedCache<ReadSettings['values']>({
        version: options.version,
        mostBytes: 1_000_000,
        bytesOf: (values) => JSON.stringify(values).length,
      })
    : createTimedCache<ReadSettings['values']>(UNNOTICED_MS);
  return async (preview) => {
    try {
      const values = await (preview ? read(preview) : cached('', () => read()));
      return { values, isCurrent: true };
    } catch (error) {
      options.log('warn', 'The settings could not be read', { error: String(error) });
      return { values: known, isCurrent: false };
    }
  };
}

async function readSettings(
  { ask, origin, anonKey }: Options,
  preview?: Preview,
): Promise<ReadSettings['values']> {
  const query = new URLSearchParams({ groups: `{${GROUPS.join(',')}}` });
  if (preview) query.set('preview', preview.secret);
  const response = await ask(
    new Request(`${origin}/rest/v1/rpc/site_settings?${query}`, {
      headers: { apikey: anonKey, authorization: `Bearer ${anonKey}` },
      signal: AbortSignal.timeout(READ_TIMEOUT_MS),
    }),
    preview?.address,
  );
  if (!response.ok) throw new Error(`The backend answered ${response.status}.`);
  const values = (await response.json()) as Record<string, unknown>;
  const groups: Record<string, Record<string, unknown>> = {};
  for (const [key, value] of Object.entries(values)) {
    const [group = '', name = ''] = key.split('.');
    if (!GROUPS.includes(group)) throw new Error('The answer has a wrong shape.');
    (groups[group] ??= {})[name] = value;
  }
  return groups;
}

/** Like a versioned cache of one value, by age. */
function createTimedCache<Value>(ageMs: number) {
  let last: { at: number; value: Promise<Value> } | null = null;
  return (_key: string, make: () => Promise<Value>): Promise<Value> => {
    const now = performance.now();
    if (last && now - last.at < ageMs) return last.value;
    const entry = { at: now, value: make() };
    last = entry;
    entry.value.catch(() => {
      if (last === entry) last = null;
    });
    return entry.value;
  };
}
