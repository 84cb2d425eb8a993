import { createFileRoute } from '@tanstack/react-router';
import { runtimeContext } from '#app/runtime-context.ts';
import { createPublicApi } from '#data/catalogue/public-api.ts';
import { siteOf } from '#domain/settings/site.ts';
import { calendarResponse } from '#storefront/links/calendar-response.ts';

/** A calendar feed, `/calendar/<secret>.ics`. */
export const Route = createFileRoute('/calendar/$file')({
  server: {
    handlers: {
      GET: async ({ params }) => {
        const { backend, origin } = runtimeContext();
        return calendarResponse(
          createPublicApi(backend),
          params.file,
          origin,
          siteOf(backend.config.settings),
        );
      },
    },
  },
});
