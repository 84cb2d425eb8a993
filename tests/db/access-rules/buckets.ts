import { DESK, EVERYONE, STAFF, type Who } from './rule.ts';

/** Buckets: callers who read objects by name, list and signed URL, and callers who write them. */
export const BUCKETS: Record<string, { read: Who; write: Who }> = {
  catalogue: { read: EVERYONE, write: STAFF },
  returns: { read: DESK, write: DESK },
};
