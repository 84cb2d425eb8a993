import { useState } from 'react';

/** The number of the record that is open, or that was open last: it stays drawn while it leaves. */
export function useOpenNumber(open: string | undefined): string {
  const [last, setLast] = useState(open ?? '');
  if (open !== undefined && open !== last) setLast(open);
  return open ?? last;
}
