import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log, LogLevel } from '#backend';

const ORDER: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 };

/** The request that is being answered: its id stands in each line that is logged meanwhile. */
const current = new AsyncLocalStorage<string>();

/** Runs what answers a request, so that its lines carry the request's id. */
export const duringRequest = <T>(id: string, answer: () => T): T => current.run(id, answer);

// why: looked for once a word, or a long word would be read again from each of its letters.
const EMAIL = /(?<![^\s/"'<>()=&])[^\s/"'<>()=&]+@[^\s/"'<>()=&]+/g;

const PRIVATE = new RegExp(
  [
    '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})', // kept: an id says nothing of a person
    String.raw`\+?\d(?:[\s().-]?\d){7,}`,
    String.raw`\beyJ[\w-]+(?:\.[\w-]*)*`,
  ].join('|'),
  'gi',
);

/**
 * A text without what tells of a person or opens a door: e-mail addresses, phone numbers (8 digits
 * or more) and tokens. why: a path is what somebody typed, and an error may repeat what was sent.
 */
export const withoutPersons = (text: string): string =>
  text.replace(EMAIL, '…').replace(PRIVATE, (_, id: string | undefined) => id ?? '…');

/**
 * A log on standard error from `least` upwards: a JSON line for each event, or at a terminal a line
 * for reading.
 */
export function createLog(least: LogLevel): Log {
  return (level, message, facts = {}) => {
    if (ORDER[level] < ORDER[least]) return;
    const id = current.getStore();
    const all = Object.entries({ ...facts, ...(id !== undefined && { request_id: id }) });
    const shown = Object.fromEntries(
      all.map(([name, fact]) => [name, typeof fact === 'string' ? withoutPersons(fact) : fact]),
    );
    const line = process.stderr.isTTY
      ? `${level === 'info' ? '' : `${level}: `}${message}${all.length > 0 ? ` ${JSON.stringify(shown)}` : ''}`
      : JSON.stringify({ time: new Date().toISOString(), level, message, ...shown });
    process.stderr.write(`${line}\n`);
  };
}

/** Tells the person at the terminal what is being done. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
