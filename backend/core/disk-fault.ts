/** The message sent to clients in that case. */
export const NOTHING_STORED = 'Nothing can be stored right now. Please try again later.';

const NODE_CODES = /^E(NOSPC|DQUOT|FBIG|ROFS|ACCES|PERM|IO)$/;

/** PostgreSQL source files that open and write files. */
const FILE_ROUTINES = /^(fd|md|slru|xlog|relmapper|buffile|copydir|storage)\.c$/;

/**
 * Whether a write failed because a disk is full, read-only or failing: the disk of the stored
 * objects, or PostgreSQL's (53100, 53200). why: PostgreSQL reports a file that it may not open as
 * 42501, insufficient privilege; only the source file of the error tells the two apart.
 */
export function isDiskFault(error: unknown): boolean {
  const { code, file } = Object(error) as { code?: unknown; file?: unknown };
  const isFile = code === '42501' && FILE_ROUTINES.test(String(file));
  return isFile || /^53[12]00$/.test(String(code)) || NODE_CODES.test(String(code));
}
