import type { Backend } from '../core/backend.ts';
import { Failure, NO_ANSWER } from '../core/failure.ts';
import type { PublicClient } from './public-client.ts';

/**
 * The visitor's reads and writes: `/rest/v1` as anon.
 * why a promise: a page arrives with its data, so the browser loads the client and the schemas of its
 * answers with its first read.
 * @throws {Failure} when that code cannot be loaded; the next call tries again, and so does the page once it is online
 */
export type PublicApi = () => Promise<PublicClient>;

/** Makes the visitor's API. Loads nothing until the first call. */
export function createPublicApi(backend: Backend): PublicApi {
  let client: Promise<PublicClient> | undefined;
  return () =>
    (client ??= import('./public-client.ts').then(
      ({ createPublicClient }) => createPublicClient(backend),
      () => {
        client = undefined;
        // why: browsers from before 2026 never ask again for a script that failed (whatwg/html#10327), and what was
        // typed is kept.
        addEventListener('online', () => location.reload());
        throw new Failure(NO_ANSWER, { status: 0 });
      },
    ));
}
