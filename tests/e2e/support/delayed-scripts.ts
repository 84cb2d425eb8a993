import type { Page } from '@playwright/test';

/** How the scripts of a page come in the end. */
interface DelayedScripts {
  /** Lets the scripts come. */
  release: () => void;
  /** Lets them fail, as on a lost connection. */
  lose: () => void;
}

/**
 * Opens a page as on a slow line: all that the server rendered is there, its scripts are not.
 * @param scripts which are held; all of them unless told otherwise
 */
export async function openWithoutScripts(
  page: Page,
  path: string,
  scripts = '**/assets/*.js',
): Promise<DelayedScripts> {
  let settle: (fate: 'come' | 'fail') => void = () => {};
  const fate = new Promise<'come' | 'fail'>((resolve) => {
    settle = resolve;
  });
  await page.route(scripts, async (route) => {
    if ((await fate) === 'fail') await route.abort('connectionreset');
    else await route.fallback();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await page.getByRole('contentinfo').waitFor();
  return { release: () => settle('come'), lose: () => settle('fail') };
}
