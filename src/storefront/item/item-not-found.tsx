import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import type { Catalogue } from '#domain/catalogue/kinds.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { RetryLink } from '#storefront/shared/retry-link.tsx';
import { BackLink } from './back-link.tsx';

export interface ItemNotFoundProps {
  catalogue: Catalogue;
  /** Given after a failed read: the item may exist. */
  retry?: (() => void) | undefined;
  /** The item could not be asked for. */
  isLineAway?: boolean;
}

/** Shown for an item that is missing, inactive or could not be loaded. */
export function ItemNotFound({ catalogue, retry, isLineAway = false }: ItemNotFoundProps) {
  return (
    <div className="page min-h-[70dvh] pt-3 lg:pt-6">
      <BackLink catalogue={catalogue} />
      <EmptyState
        level={1}
        picture={isLineAway ? undefined : <SearchX aria-hidden size={48} strokeWidth={1.25} />}
        title={isLineAway ? 'The line is away' : catalogue.notFound.title}
        text={
          isLineAway
            ? 'This page opens by itself once you are connected again. Your order is kept on this device.'
            : retry
              ? 'It could not be loaded just now.'
              : 'It may have left the collection, or the address is mistyped.'
        }
        action={
          <span className="flex flex-wrap justify-center gap-3">
            {!isLineAway && (
              <Link to={catalogue.notFound.path} className={buttonClass()}>
                {catalogue.notFound.link}
              </Link>
            )}
            {retry && <RetryLink onRetry={retry} />}
          </span>
        }
      />
    </div>
  );
}
