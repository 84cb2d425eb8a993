import type { SupabaseClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import type { Caller } from '#backend/core/caller.ts';
import type { Library } from './library.ts';

const PAGES = 'https://docs.postgrest.org/en/v14/references/';

/** The parts of a supabase-js response that cases check. */
export type Answer = { data: unknown; error: unknown; count: number | null; status: number };

/** One statement of PostgREST's documentation, as a request and its response. */
export type Case = {
  /** Its source: page and section under /references/. */
  doc: string;
  /** `METHOD path`, or a path for GET, relative to /rest/v1/. */
  ask: string;
  role?: Caller['role'];
  headers?: Record<string, string>;
  /** Sent as JSON, unless it is a string. */
  body?: unknown;
  /** The same request made with supabase-js. */
  js?: (client: SupabaseClient) => PromiseLike<Answer>;
  /** Default 200. */
  status?: number;
  /** The expected body; text where the response is not JSON. */
  gives?: unknown;
  /** The expected error code. */
  code?: string;
  /** Expected response headers. */
  shows?: Record<string, string | null>;
  /** SQL to run afterwards, and its expected rows. */
  leaves?: [sql: string, rows: unknown[]] | undefined;
};

/**
 * Runs each case with plain fetch and, if given, with supabase-js. A test's title is the request
 * and the documentation page.
 */
export function conforms(library: Library, topic: string, cases: Case[]): void {
  describe(`REST: ${topic}`, () => {
    for (const each of cases) {
      const { code = null, js, leaves, role, shows = {}, status = 200 } = each;
      const title = `${each.ask} ${note(each)}(${PAGES}${each.doc})`;
      const body = 'gives' in each ? { body: each.gives } : {};
      const left = async () => (leaves ? [...(await library.db.owner.unsafe(leaves[0]))] : []);

      test(`fetch: ${title}`, async () => {
        const reply = await library.ask(...requestOf(each));
        const refusal = code === null ? {} : (reply.body as { code: string });
        const names = Object.keys(shows);
        expect({
          status: reply.status,
          code: 'code' in refusal ? refusal.code : null,
          refusal: Object.keys(refusal).toSorted(),
          ...('gives' in each && { body: reply.body }),
          shows: Object.fromEntries(names.map((name) => [name, reply.headers.get(name)])),
          left: await left(),
        }).toEqual({
          status,
          code,
          refusal: code === null ? [] : ['code', 'details', 'hint', 'message'],
          ...body,
          shows,
          left: leaves?.[1] ?? [],
        });
      });
      if (!js) continue;

      test(`supabase-js: ${title}`, async () => {
        const answer = await js(library.client(role));
        const total = Number(shows['content-range']?.split('/')[1] ?? Number.NaN);
        const counted = Number.isNaN(total) ? {} : { count: total };
        expect({
          status: answer.status,
          code: (answer.error as { code: string } | null)?.code ?? null,
          ...('gives' in each && { body: answer.data }),
          ...('count' in counted && { count: answer.count }),
          left: await left(),
        }).toEqual({ status, code, ...body, ...counted, left: leaves?.[1] ?? [] });
      });
    }
  });
}

/** A table, as supabase-js asks it. */
export type From = ReturnType<SupabaseClient['from']>;

/** Headers that ask for the written rows, and for these preferences. */
export const prefer = (...values: string[]): { prefer: string } => ({
  prefer: ['return=representation', ...values].join(', '),
});

/** `query.maxAffected(most)`, which the types only allow for a known server version. */
export const atMost = (query: object, most: number): PromiseLike<Answer> =>
  (query as { maxAffected(most: number): PromiseLike<Answer> }).maxAffected(most);

const note = ({ headers, body }: Case) =>
  [headers, body].map((part) => (part === undefined ? '' : `${JSON.stringify(part)} `)).join('');

function requestOf({ ask, headers, body: sent, role }: Case): Parameters<Library['ask']> {
  const [, method = 'GET', path = ''] = /^(?:([A-Z]+) )?(.*)$/.exec(ask) ?? [];
  const body = sent === undefined || typeof sent === 'string' ? sent : JSON.stringify(sent);
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const init = { method, headers: { ...type, ...headers } };
  return [path, { ...init, ...(body !== undefined && { body }), ...(role && { role }) }];
}
