import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import type { Catalogue } from '#domain/catalogue/kinds.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { RetryLink } from '#storefront/shared/retry-link.tsx';
import { BackLink } from './back-link.tsx';

/** Props of {@link ItemNotFound}. */
export interface ItemNotFoundProps {
  catalogue: Catalogue;
  /** Given after a failed read: the item may exist. */
  retry?: (() => void) | undefined;
}

/** Shown for an item that is missing, inactive or could not be loaded. */
export function ItemNotFound({ catalogue, retry }: ItemNotFoundProps) {
  return (
    <div className="page min-h-[70dvh] pt-3 lg:pt-6">
      <BackLink catalogue={catalogue} />
      <EmptyState
        level={1}
        picture={<SearchX aria-hidden size={48} strokeWidth={1.25} />}
        title={catalogue.notFound.title}
        text={
          retry
            ? 'It could not be loaded just now.'
            : 'It may have left the collection, or the address is mistyped.'
        }
        action={
          <span className="flex flex-wrap justify-center gap-3">
            <Link to={catalogue.notFound.path} className={buttonClass()}>
              {catalogue.notFound.link}
            </Link>
            {retry && <RetryLink onRetry={retry} />}
          </span>
        }
      />
    </div>
  );
}
