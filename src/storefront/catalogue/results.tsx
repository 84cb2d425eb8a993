import { Link } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { PackageOpen, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CatalogueItem } from '#domain/catalogue/catalogue-results.ts';
import { useSite } from '#data/settings/use-site.ts';
import { itemPath } from '#domain/catalogue/item-path.ts';
import { isNarrowed } from '#domain/catalogue/catalogue-search.ts';
import { formatMobile } from '#domain/phone.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { RetryLink } from '#storefront/shared/retry-link.tsx';
import { CardGrid, CardGridSkeleton } from './card-grid.tsx';
import { showingText } from './count-text.ts';
import type { ToolsProps } from './filter-bar.tsx';
import { CatalogueCard } from './catalogue-card.tsx';
import { loadedDated } from './late-dated.ts';
import { LoadMore } from './load-more.tsx';

const PAGE = 24;
const FIRST_ROW = 4;
/** Heading of the suggestions after an empty search. */
const CLOSEST = 'Closest matches';

export type ResultsProps = Omit<ToolsProps, 'address'>;

/** The items of a catalogue, or its loading, empty or failed state. */
export function Results(props: ResultsProps) {
  const { listing, state, search } = props;
  const dated = search.from && loadedDated();
  const cards = (items: readonly CatalogueItem[]) => <Cards {...props} items={items} />;
  if (state.loading) return <Loading {...props} />;
  if (dated && search.free && state.total === 0) return <dated.NoneFree {...props} />;
  if (state.failed || state.items.length === 0) {
    return (
      <>
        <NoItems {...props} />
        {state.suggestions.length > 0 && (
          <section aria-label={CLOSEST}>
            <h2 className="mb-5 font-display text-xl">{CLOSEST}</h2>
            {cards(state.suggestions)}
          </section>
        )}
      </>
    );
  }
  return (
    <>
      {state.first?.partial && (
        <p className="mb-5 text-sm text-ink-quiet">
          Nothing has all of these words. The closest come first.
        </p>
      )}
      {dated ? dated.freeFirst(props, cards) : cards(state.items)}
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
  search,
  state,
  items,
}: ResultsProps & { items: readonly CatalogueItem[] }) {
  const dated = search.from && loadedDated();
  return (
    <CardGrid stale={state.refreshing}>
      {items.map((item, index) => (
        <li key={item.id}>
          <CatalogueCard
            item={item}
            to={itemPath(item.kind, item, listing.itemPaths)}
            first={index < FIRST_ROW}
            note={dated && dated.cardNote(item, search, state)}
          />
        </li>
      ))}
    </CardGrid>
  );
}

// why: the links are only for browsers without JavaScript, so the client bundle omits them.
const pageLinks = createIsomorphicFn()
  .server((props: ResultsProps) => <PageLinks {...props} />)
  .client((): ReactNode => null);

/** Pagination links, for browsers without JavaScript. */
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

/** The skeleton; without JavaScript the failed state, since a list still pending in the HTML is a failed read. */
function Loading(props: ResultsProps) {
  return (
    <>
      <div className="noscript:hidden">
        <CardGridSkeleton />
      </div>
      <div className="hidden noscript:block">
        <NoItems {...props} />
      </div>
    </>
  );
}

/** The empty state; after a failed read its action is a retry (docs/product/storefront.md). */
function NoItems({ listing, search, state }: ResultsProps) {
  const site = useSite();
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
          <>
            <a
              className={buttonClass({ variant: 'secondary' })}
              href={`mailto:${site.studio.email}`}
            >
              Write to us
            </a>
            <p className="mt-4 text-sm wrap-anywhere text-ink-quiet">
              {site.studio.name}
              <br />
              <a className="footer-link" href={`tel:${site.studio.phone}`}>
                {formatMobile(site.studio.phone)}
              </a>
            </p>
          </>
        )
      }
    />
  );
}
