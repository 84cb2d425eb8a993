import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

// why the minified file: a page compiles it for each check.
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Rules of good practice that are checked with them. */
const PRACTICE = [
  'heading-order',
  'empty-table-header',
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-no-duplicate-banner',
];
const OPTIONS: RunOptions = {
  runOnly: STANDARDS,
  rules: Object.fromEntries(PRACTICE.map((rule) => [rule, { enabled: true }])),
  resultTypes: ['violations'],
};
/** The check of texts on their grounds alone. */
export const CONTRAST: RunOptions = { runOnly: ['color-contrast'], resultTypes: ['violations'] };

/**
 * The accessibility violations of the page's current state (WCAG 2.2 A and AA, and a few rules of good practice), each with its first element.
 * Targets that are too small are measured again in view, as one that is scrolled half behind a sticky bar is not small.
 */
export async function violationsOf(page: Page, options = OPTIONS): Promise<string[]> {
  await settle(page);
  await Promise.all(page.frames().map(injectAxe));
  const violations = await page.evaluate(async (options) => {
    const results = await window.axe?.run(document, options);
    if (!results) throw new Error('axe is not on the page.');
    const isSmallInView = async ({ target }: { target: unknown[] }) => {
      const element = document.querySelector(String(target[0]));
      const { scrollX, scrollY } = window;
      element?.scrollIntoView({ block: 'center', behavior: 'instant' });
      const again = element && (await window.axe?.run(element, { runOnly: ['target-size'] }));
      window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
      return again?.violations.length !== 0;
    };
    const found: string[] = [];
    for (const { id, nodes } of results.violations) {
      let node = nodes[0];
      if (id === 'target-size') {
        node = undefined;
        for (const each of nodes) if (!node && (await isSmallInView(each))) node = each;
        if (!node) continue;
      }
      found.push(`${id}: ${node?.html}`);
    }
    return found;
  }, options);
  await page.emulateMedia({ reducedMotion: null });
  return violations;
}

async function injectAxe(frame: Frame): Promise<void> {
  // why: a browser reports each script that a sandbox keeps from running.
  if (frame.parentFrame() && !(await runsScripts(frame))) return;
  if (!(await frame.evaluate(() => window.axe !== undefined))) await frame.evaluate(AXE);
}

async function runsScripts(frame: Frame): Promise<boolean> {
  const sandbox = await (await frame.frameElement()).getAttribute('sandbox');
  return sandbox === null || sandbox.includes('allow-scripts');
}

/** Finishes all finite animations. why: a half-transparent element fails the contrast check. */
async function settle(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      .forEach((animation) => animation.finish()),
  );
}
