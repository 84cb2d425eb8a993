import type { Log, LogLevel } from '#backend/log.ts';

const ORDER: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 };

/** A log of one JSON line per event on standard error, from `least` upwards. */
export function createLog(least: LogLevel): Log {
  return (level, message, facts) => {
    if (ORDER[level] < ORDER[least]) return;
    const line = { time: new Date().toISOString(), level, message, ...facts };
    process.stderr.write(`${JSON.stringify(line)}\n`);
  };
}

/** Tells the person at the terminal what is being done. */
export function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}
