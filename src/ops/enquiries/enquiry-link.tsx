import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CrmSearch } from '#domain/crm/crm-search.ts';

/** Props of {@link EnquiryLink}. */
export interface EnquiryLinkProps {
  number: string;
  search: CrmSearch;
  className?: string;
  children: ReactNode;
}

/** A link that opens an enquiry over the list as it stands. */
export function EnquiryLink({ number, search, className, children }: EnquiryLinkProps) {
  return (
    <Link
      to="/ops/crm"
      search={{ ...search, enquiry: number }}
      resetScroll={false}
      preload={false}
      data-row-link
      {...(className === undefined ? {} : { className })}
    >
      {children}
    </Link>
  );
}
