import type { Page } from '@playwright/test';

/** Controls the delayed scripts of a page. */
interface DelayedScripts {
  /** Lets the scripts load. */
  release: () => void;
  /** Lets them fail, as on a lost connection. */
  lose: () => void;
}

/**
 * Opens a page as on a slow connection: the HTML has loaded, the scripts have not.
 * @param scripts glob of the delayed scripts, by default all
 */
export async function openWithoutScripts(
  page: Page,
  path: string,
  scripts = '**/assets/*.js',
): Promise<DelayedScripts> {
  const outcome = Promise.withResolvers<'load' | 'fail'>();
  await page.route(scripts, async (route) => {
    if ((await outcome.promise) === 'fail') await route.abort('connectionreset');
    else await route.fallback();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await page.getByRole('contentinfo').waitFor();
  return { release: () => outcome.resolve('load'), lose: () => outcome.resolve('fail') };
}
