import { Link } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { PackageOpen, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { studio } from '#config';
import type { CatalogueItem } from '#domain/catalogue/item.ts';
import { itemPath } from '#domain/catalogue/item-path.ts';
import { isNarrowed } from '#domain/catalogue/catalogue-search.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { RetryLink } from '#storefront/shared/retry-link.tsx';
import { CardGrid, CardGridSkeleton } from './card-grid.tsx';
import { showingText } from './count-text.ts';
import type { ToolsProps } from './filter-bar.tsx';
import { CatalogueCard } from './catalogue-card.tsx';
import { LoadMore } from './load-more.tsx';

const PAGE = 24;
const FIRST_ROW = 4;
/** Over what stands in the place of nothing found. */
const CLOSEST = 'Closest matches';

/** Props of {@link Results}. */
export type ResultsProps = Omit<ToolsProps, 'address'>;

/** The items of a catalogue, or what stands in their place. */
export function Results(props: ResultsProps) {
  const { listing, state, search } = props;
  if (state.loading) return <Waiting {...props} />;
  if (state.failed || state.items.length === 0) {
    return (
      <>
        <NothingThere {...props} />
        {state.instead.length > 0 && (
          <section aria-label={CLOSEST}>
            <h2 className="mb-5 font-display text-xl">{CLOSEST}</h2>
            <Cards listing={listing} state={state} items={state.instead} />
          </section>
        )}
      </>
    );
  }
  return (
    <>
      <Cards listing={listing} state={state} items={state.items} />
      {state.more.loading && (
        <div className="mt-9">
          <CardGridSkeleton />
        </div>
      )}
      <div className="mt-12 mb-4 flex flex-col items-center gap-5">
        <LoadMore more={state.more} pages={Math.ceil(state.items.length / PAGE)} />
        <noscript>{pageLinks(props)}</noscript>
        <p className="text-sm text-ink-quiet tabular-nums">
          {showingText(listing, {
            shown: state.items.length,
            total: state.total ?? state.items.length,
            narrowed: isNarrowed(search),
          })}
        </p>
      </div>
    </>
  );
}

function Cards({
  listing,
  state,
  items,
}: Pick<ResultsProps, 'listing' | 'state'> & { items: readonly CatalogueItem[] }) {
  return (
    <CardGrid stale={state.refreshing}>
      {items.map((item, index) => (
        <li key={item.id}>
          <CatalogueCard
            item={item}
            to={itemPath(item.kind, item, listing.itemPaths)}
            first={index < FIRST_ROW}
          />
        </li>
      ))}
    </CardGrid>
  );
}

// why: a browser with JavaScript never shows the links, so they are left out of its scripts.
const pageLinks = createIsomorphicFn()
  .server((props: ResultsProps) => <PageLinks {...props} />)
  .client((): ReactNode => null);

/** The way through the list without JavaScript: one page after the other. */
function PageLinks({ listing, search, state }: ResultsProps) {
  const { after, ...first } = search;
  const className = buttonClass({ variant: 'secondary' });
  return (
    <p className="flex flex-wrap justify-center gap-3">
      {after && (
        <Link to={listing.listPath} search={first} className={className}>
          First page
        </Link>
      )}
      {state.more.next && (
        <Link
          to={listing.listPath}
          search={{ ...first, after: state.more.next }}
          className={className}
        >
          Next page
        </Link>
      )}
    </p>
  );
}

/** Without JavaScript nothing follows: on the server a list is there, or its read has failed. */
function Waiting(props: ResultsProps) {
  return (
    <>
      <div className="noscript:hidden">
        <CardGridSkeleton />
      </div>
      <div className="hidden noscript:block">
        <NothingThere {...props} />
      </div>
    </>
  );
}

/** The specified empty state (public side §8); a failed read has the same, with a retry for its action. */
function NothingThere({ listing, search, state }: ResultsProps) {
  const retry = (state.failed || state.loading) && (
    <p role="alert" className="flex flex-wrap items-center justify-center gap-3 text-sm">
      The list could not be loaded.
      <RetryLink size="sm" onRetry={state.retry} />
    </p>
  );
  return isNarrowed(search) ? (
    <EmptyState
      picture={<SearchX aria-hidden size={44} strokeWidth={1.25} />}
      title={listing.empty.found}
      text="Try adjusting your search or filters."
      action={
        retry || (
          <Link
            to={listing.listPath}
            search={search.sort ? { sort: search.sort } : {}}
            replace
            resetScroll={false}
            className={buttonClass()}
          >
            Clear search and filters
          </Link>
        )
      }
    />
  ) : (
    <EmptyState
      picture={<PackageOpen aria-hidden size={44} strokeWidth={1.25} />}
      title={listing.empty.available}
      text="catalog is being updated. Contact us for immediate requirements."
      action={
        retry || (
          <a className={buttonClass({ variant: 'secondary' })} href={`mailto:${studio.email}`}>
            Write to us
          </a>
        )
      }
    />
  );
}
