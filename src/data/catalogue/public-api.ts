import type { Backend } from '../core/backend.ts';
import { Failure, NO_ANSWER } from '../core/failure.ts';
import type { PublicClient } from './public-client.ts';

/**
 * The visitor's reads and writes: `/rest/v1` as anon.
 * why a promise: a page arrives with its data, so the browser loads the client and the schemas of its
 * answers with its first read.
 * @throws {Failure} when that code cannot be loaded; the next call tries again
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
        throw new Failure(NO_ANSWER, { status: 0 });
      },
    ));
}
