export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/**
 * How every room of the backend says what happened.
 * why: `facts` must never hold personal data, tokens or request bodies.
 */
export type Log = (level: LogLevel, message: string, facts?: Record<string, unknown>) => void;

/** A log that says nothing, for tests and one-off scripts. */
export const silent: Log = () => {};
