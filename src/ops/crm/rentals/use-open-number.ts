import { useState } from 'react';

/** Number of the open record, or of the last one while its drawer closes. */
export function useOpenNumber(open: string | undefined): string {
  const [last, setLast] = useState(open ?? '');
  if (open !== undefined && open !== last) setLast(open);
  return open ?? last;
}
