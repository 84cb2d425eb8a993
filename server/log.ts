import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log, LogLevel } from '#backend';
import { redacted } from './privacy/redacted.ts';

const ORDER: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 };

/** Id of the current request, added to each log line. */
const current = new AsyncLocalStorage<string>();

/** Runs a request's handler with its id, so that log lines carry it. */
export const duringRequest = <T>(id: string, answer: () => T): T => current.run(id, answer);

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
