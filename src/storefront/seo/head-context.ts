import type { Backend } from '#data/core/backend.ts';
import type { Site } from '#domain/settings/site.ts';

/** The part of the router's context that a head needs. */
export interface HeadContext {
  backend: Backend;
  /** The site's own address, without a trailing slash. */
  origin: string;
  site: Site;
}
