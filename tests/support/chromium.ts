import { existsSync } from 'node:fs';

// why: the headless shell is the same engine without a desktop's window; it runs the tests in about 60% of the time.
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of the system's Chromium (its headless shell first), from CHROMIUM or one of the usual places; '' when there is none. */
export function chromium(): string {
  return [process.env['CHROMIUM'] ?? '', ...PLACES].find((path) => path && existsSync(path)) ?? '';
}
