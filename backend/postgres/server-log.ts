import * as fs from 'node:fs';

/** Maximum size of PostgreSQL's log in bytes; one rotated file of that size is kept beside it. */
export const MAX_LOG_BYTES = 10_000_000;

const CHECK_MS = 60_000;

/**
 * Moves the last `most` bytes of a log to `<file>.1` and truncates the log, when it is longer. why:
 * PostgreSQL holds the file open for appending, so it cannot be renamed.
 */
export function rotateLog(file: string, most = MAX_LOG_BYTES): void {
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= most) return;
  const input = fs.openSync(file, 'r+');
  try {
    const end = Buffer.alloc(most);
    fs.readSync(input, end, 0, most, size - most);
    fs.rmSync(`${file}.1`, { force: true });
    fs.writeFileSync(`${file}.1`, end, { mode: 0o600 });
    fs.ftruncateSync(input);
  } finally {
    fs.closeSync(input);
  }
}

/** Rotates a log every minute when it is too long. @returns Stops that. */
export function watchLog(file: string, failed: (error: unknown) => void): () => void {
  const check = () => {
    try {
      rotateLog(file);
    } catch (error) {
      failed(error);
    }
  };
  check();
  const timer = setInterval(check, CHECK_MS).unref();
  return () => clearInterval(timer);
}
