/** What a client is told then, in words for a person. */
export const NOTHING_STORED = 'Nothing can be stored right now. Please try again later.';

const NODE_CODES = /^E(NOSPC|DQUOT|FBIG|ROFS|ACCES|PERM|IO)$/;

/** Source files of PostgreSQL that open and write files. */
const FILE_ROUTINES = /^(fd|md|slru|xlog|relmapper|buffile|copydir|storage)\.c$/;

/**
 * Whether a write failed because a disk is full, read-only or failing: that of the stored objects,
 * or PostgreSQL's (53100, 53200).
 * why: PostgreSQL gives a file that may not be opened the code of a missing right, 42501; only where
 * in its source the error was raised tells the two apart.
 */
export function isDiskFault(error: unknown): boolean {
  const { code, file } = Object(error) as { code?: unknown; file?: unknown };
  const isFile = code === '42501' && FILE_ROUTINES.test(String(file));
  return isFile || /^53[12]00$/.test(String(code)) || NODE_CODES.test(String(code));
}
