import type { Page } from '@playwright/test';

/** The one sentence where no answer came. */
export const NO_ANSWER = 'The server did not answer. Check your connection and try again.';

const STUDIO = /\/(healthz|rest\/v1|auth\/v1)/;

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

/** Cuts the line to the studio as a dead server does: the browser still believes itself online. */
export async function cutConnection(page: Page): Promise<void> {
  await page.route(STUDIO, (route) => route.abort('connectionrefused'));
}

/** Mends what {@link cutConnection} cut. */
export async function restoreConnection(page: Page): Promise<void> {
  await page.unroute(STUDIO);
}

/** What the header says while the server cannot be reached. */
export const banner = (page: Page) => page.getByText('No connection to the server.');
