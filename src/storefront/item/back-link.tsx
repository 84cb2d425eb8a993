import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { Catalogue } from '#domain/catalogue/kinds.ts';

/** The link back to the item's catalogue. */
export function BackLink({ catalogue }: { catalogue: Catalogue }) {
  return (
    <Link
      to={catalogue.listPath}
      className="-ml-1 inline-flex h-11 items-center gap-2 rounded-control px-1 text-sm text-ink-quiet hover:text-ink"
    >
      <ArrowLeft aria-hidden size={17} />
      {catalogue.backLabel}
    </Link>
  );
}
