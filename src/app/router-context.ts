import type { QueryClient } from '@tanstack/react-query';
import type { PublicApi } from '#data/catalogue/public-api.ts';
import type { Backend } from '#data/core/backend.ts';
import type { Site } from '#domain/settings/site.ts';

/** The `context` of every route. */
export interface RouterContext {
  backend: Backend;
  /** The site's own address, without a trailing slash. */
  origin: string;
  api: PublicApi;
  site: Site;
  queryClient: QueryClient;
}
