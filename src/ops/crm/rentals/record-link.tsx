import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { openRecord, readCrmSearch } from '#domain/crm/crm-search.ts';

export interface RecordLinkProps {
  number: string;
  className?: string;
  children: ReactNode;
}

/** Link that opens a record in the drawer and leaves the list unchanged. */
export function RecordLink({ number, className, children }: RecordLinkProps) {
  return (
    <Link
      to="/ops/crm"
      search={(now) => openRecord(readCrmSearch({ ...now }), number)}
      resetScroll={false}
      preload={false}
      data-row-link
      {...(className === undefined ? {} : { className })}
    >
      {children}
    </Link>
  );
}
