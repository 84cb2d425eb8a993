/** The database cannot be started or prepared; `message` is one line for the operator. */
export class StartError extends Error {
  override name = 'StartError';
}

const causes: [RegExp, string][] = [
  [/No space left on device|ENOSPC/i, 'the disk is full'],
  [/Read-only file system|EROFS/i, 'the disk is read-only'],
  [/Permission denied|not permitted|EACCES|EPERM/i, 'this user may not write there'],
  [/ENOTDIR|EEXIST/, 'a file is in the way'],
  [/EISDIR/, 'it is a folder'],
  [/ENOENT/, 'there is no such file or folder'],
];

/**
 * Turns an error, or a program's output, into a StartError of one line: a known cause, or the most
 * telling line of the output.
 * @param what What was tried, without a full stop: "Cannot make the database in /x".
 */
export function toStartError(what: string, failure: unknown): StartError {
  if (failure instanceof StartError) return failure;
  const said = failure instanceof Error ? failure.message : String(failure);
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1);
  const cause = causes.find(([sign]) => sign.test(said))?.[1] ?? telling?.trim();
  return new StartError(`${what}: ${cause?.replace(/\.$/, '') ?? 'no reason was given'}.`, {
    cause: failure,
  });
}
