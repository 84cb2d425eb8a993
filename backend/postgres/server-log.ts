import * as fs from 'node:fs';

/** Bytes after which PostgreSQL's log begins anew; one earlier file of that size is kept beside it. */
export const MOST_LOGGED = 10_000_000;

const LOOK_MS = 60_000;

/**
 * Moves the end of a log to `<file>.1` and empties the log, when it is longer than `most` bytes.
 * why: PostgreSQL keeps the file open, for appending, so it cannot be renamed away.
 */
export function rotateLog(file: string, most = MOST_LOGGED): void {
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

/** Looks every minute whether a log is too long. @returns Ends that. */
export function watchLog(file: string, failed: (error: unknown) => void): () => void {
  const look = () => {
    try {
      rotateLog(file);
    } catch (error) {
      failed(error);
    }
  };
  look();
  const timer = setInterval(look, LOOK_MS).unref();
  return () => clearInterval(timer);
}
