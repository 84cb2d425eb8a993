import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export interface DocumentPageLinkProps {
  id: string;
  className?: string;
  children: ReactNode;
}

/** Link to the page of a document. */
export function DocumentPageLink({
  id,
  className = 'font-medium text-teal tabular-nums hover:underline',
  children,
}: DocumentPageLinkProps) {
  return (
    <Link
      to="/ops/documents/$id"
      params={{ id }}
      preload={false}
      data-row-link
      className={className}
    >
      {children}
    </Link>
  );
}
