import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log, LogLevel } from '#backend';

const ORDER: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 };

/** Id of the current request, added to each log line. */
const current = new AsyncLocalStorage<string>();

/** Runs a request's handler with its id, so that log lines carry it. */
export const duringRequest = <T>(id: string, answer: () => T): T => current.run(id, answer);

// why: the lookbehind anchors a match at the start of a word; without it a long word would be
// scanned again from each letter.
const EMAIL = /(?<![^\s/"'<>()=&])[^\s/"'<>()=&]+@[^\s/"'<>()=&]+/g;

const PRIVATE = new RegExp(
  [
    '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})', // ids are not redacted: they are not personal
    '(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])', // secrets of links, in paths of calendars
    String.raw`\+?\d(?:[\s().-]?\d){7,}`,
    String.raw`\beyJ[\w-]+(?:\.[\w-]*)*`,
  ].join('|'),
  'gi',
);

/**
 * Redacts e-mail addresses, phone numbers (8 digits or more), tokens and secrets of links. why: paths and error
 * messages repeat user input.
 */
export const redacted = (text: string): string =>
  text.replace(EMAIL, '…').replace(PRIVATE, (_, id: string | undefined) => id ?? '…');

/**
 * Logs to standard error from level `least` upwards: JSON lines, or readable lines at a terminal.
 */
export function createLog(least: LogLevel): Log {
  return (level, message, facts = {}) => {
    if (ORDER[level] < ORDER[least]) return;
    const id = current.getStore();
    const all = Object.entries({ ...facts, ...(id !== undefined && { request_id: id }) });
    const shown = Object.fromEntries(
      all.map(([name, fact]) => [name, typeof fact === 'string' ? redacted(fact) : fact]),
    );
    const line = process.stderr.isTTY
      ? `${level === 'info' ? '' : `${level}: `}${message}${all.length > 0 ? ` ${JSON.stringify(shown)}` : ''}`
      : JSON.stringify({ time: new Date().toISOString(), level, message, ...shown });
    process.stderr.write(`${line}\n`);
  };
}

/** Prints a line for the operator. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
