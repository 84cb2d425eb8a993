import { DISPLAY_FACE, TEXT_FACE } from '#app/fonts/faces.ts';
import { runtimeContext } from '#app/runtime-context.ts';
import { createPublicApi } from '#data/catalogue/public-api.ts';
import { siteOf } from '#domain/settings/site.ts';
import type { LinkVisit } from '#storefront/documents/link-visit.ts';

// why not deferred: these pages have no script that loads them.
const FACES = [TEXT_FACE, DISPLAY_FACE].map((face) => ({ ...face, rel: 'preload' as const }));

/** The visit that a request to a customer's link is. */
export function linkVisit({ url }: Request): LinkVisit {
  const { backend } = runtimeContext();
  return {
    api: createPublicApi(backend),
    url: new URL(url),
    site: siteOf(backend.config.settings),
    backendOrigin: backend.config.url ?? '',
    fonts: FACES,
  };
}
