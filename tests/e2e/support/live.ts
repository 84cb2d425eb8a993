import type { Page } from '@playwright/test';

/** Opens a page and waits until live updates are connected. */
export async function openLive(page: Page, path: string): Promise<void> {
  const { pathname } = new URL(path, process.env['SITE']);
  // why: the previous page may still open a socket, so any socket counts.
  const joined = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (new URL(page.url()).pathname === pathname && String(payload).includes('Subscribed'))
          resolve();
      }),
    );
  });
  await page.goto(path);
  await joined;
}
