import type { Page } from '@playwright/test';

/** The one sentence where no answer came. */
export const NO_ANSWER = 'The server did not answer. Check your connection and try again.';

/** Lets the next write to a table through to the studio and loses its answer. */
export async function loseAnswer(page: Page, table: string): Promise<void> {
  const sent = new URL(`/rest/v1/${table}`, page.url()).pathname;
  await page.route(
    (url) => url.pathname === sent,
    async (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      await route.fetch();
      return route.abort('connectionreset');
    },
    { times: 1 },
  );
}
