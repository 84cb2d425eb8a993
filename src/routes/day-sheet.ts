import { createFileRoute } from '@tanstack/react-router';
import { runtimeContext } from '#app/runtime-context.ts';
import { createPublicApi } from '#data/catalogue/public-api.ts';
import { siteOf } from '#domain/settings/site.ts';
import { daySheetResponse } from '#storefront/links/day-sheet-response.ts';

/** A crew member's day sheet, `/day-sheet?k=<secret>`. */
export const Route = createFileRoute('/day-sheet')({
  server: {
    handlers: {
      GET: async ({ request }) => {
        const secret = new URL(request.url).searchParams.get('k') ?? '';
        const { backend } = runtimeContext();
        return daySheetResponse(createPublicApi(backend), secret, siteOf(backend.config.settings));
      },
    },
  },
});
