import type { Log, LogLevel } from '#backend/log.ts';

const ORDER: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 };

/**
 * A log on standard error from `least` upwards: a JSON line for each event, or at a terminal a line
 * for reading.
 */
export function createLog(least: LogLevel): Log {
  return (level, message, facts) => {
    if (ORDER[level] < ORDER[least]) return;
    const line = process.stderr.isTTY
      ? `${level === 'info' ? '' : `${level}: `}${message}${facts ? ` ${JSON.stringify(facts)}` : ''}`
      : JSON.stringify({ time: new Date().toISOString(), level, message, ...facts });
    process.stderr.write(`${line}\n`);
  };
}

/** Tells the person at the terminal what is being done. */
export function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}
