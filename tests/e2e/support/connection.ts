import type { Page } from '@playwright/test';

/** The message after a request without an answer. */
export const NO_ANSWER = 'The server did not answer. Check your connection and try again.';

const STUDIO = /\/(healthz|rest\/v1|auth\/v1)/;

/**
 * Puts the page's time into the test's hands (`page.clock`), with the time-outs of requests. Those of
 * pings still follow real time, so that the connection seems up while the clock jumps.
 */
export async function holdTimeouts(page: Page): Promise<void> {
  await page.clock.install();
  await page.addInitScript(() => {
    const realTimeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => {
      if (ms < 10_000) return realTimeout(ms);
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('Timed out', 'TimeoutError')), ms);
      return controller.signal;
    };
  });
}

/** Lets the next write to a table reach the server and drops its answer. */
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

/** Makes the server unreachable while the browser still reports being online. */
export async function cutConnection(page: Page): Promise<void> {
  await page.route(STUDIO, (route) => route.abort('connectionrefused'));
}

/** Undoes {@link cutConnection}. */
export async function restoreConnection(page: Page): Promise<void> {
  await page.unroute(STUDIO);
}

/** The header's banner while the server is unreachable. */
export const banner = (page: Page) =>
  page.getByText('No connection to the server.', { exact: true });
