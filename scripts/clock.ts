import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The moments at which `npm run test:clock` runs: where days, months and years turn in India. */
export const MOMENTS: Record<string, string> = {
  'the last minutes of a financial year': '2027-03-31T23:50:00+05:30',
  // In UTC it is still March.
  'the first minutes of a financial year': '2027-04-01T00:10:00+05:30',
  'a Sunday that is the first of a month': '2027-08-01T12:00:00+05:30',
  'a leap day': '2028-02-29T12:00:00+05:30',
  'the last minutes of a year': '2028-12-31T23:55:00+05:30',
  'a year from today': new Date(Date.now() + 365 * 86_400_000).toISOString(),
};

const PASS_ON = join(import.meta.dirname, '../tests/clock/pass-on.mjs');

/** The path of libfaketime as Debian installs it; undefined where there is none. */
export function libfaketime(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  return readdirSync('/usr/lib')
    .map((each) => `/usr/lib/${each}/faketime/libfaketimeMT.so.1`)
    .find((path) => existsSync(path));
}

/**
 * Environment variables under which a process and those that it starts are at a moment, from which
 * their time goes on. Monotonic clocks, and so all timers, stay real.
 * @param library Path of libfaketime.
 * @param moment ISO time with a time zone.
 */
export function clockVariables(library: string, moment: string): Record<string, string> {
  const seconds = Math.round((Date.parse(moment) - Date.now()) / 1000);
  return {
    LD_PRELOAD: library,
    // why: a distance is the same for all processes. From a starting point, each would begin anew.
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
    DONT_FAKE_MONOTONIC: '1',
    // why: PostgreSQL runs as another user, who may not open the shared memory of the first.
    FAKETIME_DISABLE_SHM: '1',
    NODE_OPTIONS: `--import=${PASS_ON}`,
  };
}
