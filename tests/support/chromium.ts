import { existsSync } from 'node:fs';

// why: the headless shell is the same engine without a window; the tests take about 60% of the
// time.
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Path of the system's Chromium (headless shell preferred), from CHROMIUM or the usual places; ''
 * when there is none.
 */
export function chromium(): string {
  return [process.env['CHROMIUM'] ?? '', ...PLACES].find((path) => path && existsSync(path)) ?? '';
}
