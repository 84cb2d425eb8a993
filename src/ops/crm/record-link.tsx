import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CrmSearch } from '#domain/crm/crm-search.ts';

/** Props of {@link RecordLink}. */
export interface RecordLinkProps {
  number: string;
  /** The list as it stands. */
  search: CrmSearch;
  className?: string;
  children: ReactNode;
}

/** A link that opens a record of a CRM list over the list as it stands. */
export function RecordLink({ number, search, className, children }: RecordLinkProps) {
  return (
    <Link
      to="/ops/crm"
      search={{ ...search, open: number }}
      resetScroll={false}
      preload={false}
      data-row-link
      {...(className === undefined ? {} : { className })}
    >
      {children}
    </Link>
  );
}
