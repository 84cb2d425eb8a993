export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/**
 * The logging function that every part is given. why: `facts` must never hold personal data, tokens
 * or request bodies.
 */
export type Log = (level: LogLevel, message: string, facts?: Record<string, unknown>) => void;

/** A log that discards everything, for tests and one-off scripts. */
export const silent: Log = () => {};
