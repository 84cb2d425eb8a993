import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of the system's Chromium, from CHROMIUM or one of the usual places; '' when there is none. */
export function chromium(): string {
  return [process.env['CHROMIUM'] ?? '', ...PLACES].find((path) => path && existsSync(path)) ?? '';
}
