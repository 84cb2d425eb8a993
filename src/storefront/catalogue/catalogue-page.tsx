import type { ReactNode } from 'react';
import type { CatalogueListing } from '#domain/catalogue/kinds.ts';
import { listingHeading, nameOf } from '#domain/catalogue/listing-text.ts';
import { isNarrowed, type CatalogueSearch } from '#domain/catalogue/catalogue-search.ts';
import { SkipLink } from '#ui/skip-link.tsx';
import { PlainWhen } from '#storefront/availability/plain-when.tsx';
import { CardsSwitch } from './cards-switch.tsx';
import { CatalogueWhen, useDated } from './catalogue-when.tsx';
import { itemCountText } from './count-text.ts';
import { FILTER_FORM, FilterBar } from './filter-bar.tsx';
import { FilterChips } from './filter-chips.tsx';
import { activeFilters } from './active-filters.ts';
import { PhoneBar } from './phone-bar.tsx';
import { Results } from './results.tsx';
import { Sidebar } from './sidebar.tsx';
import { CatalogueSort } from './catalogue-sort.tsx';
import { useCatalogue, useCatalogueAddress, type CatalogueState } from './use-catalogue.ts';

export interface CataloguePageProps {
  listing: CatalogueListing;
  /** The search in the address. */
  search: CatalogueSearch;
  /** Under the introduction. */
  children?: ReactNode;
}

/** The page of any catalogue; differences between them come from the listing's descriptor. */
export function CataloguePage({ listing, search, children }: CataloguePageProps) {
  const state = useCatalogue(listing, search);
  const category = search.category ? nameOf(state.categories, search.category) : null;
  return (
    <div className="page pt-8 lg:pt-12">
      <header className="mb-6 lg:mb-10">
        <h1 className="font-display text-3xl wrap-anywhere">{listingHeading(listing, category)}</h1>
        <SkipLink to="#results">Skip to results</SkipLink>
        <p className="mt-2 max-w-2xl text-ink-quiet text-pretty">{listing.introduction}</p>
        {children}
      </header>
      <FilteredResults
        listing={listing}
        search={search}
        state={state}
        sidebar={<Sidebar listing={listing} search={search} categories={state.categories} />}
        results={<Results listing={listing} search={search} state={state} />}
      />
    </div>
  );
}

interface FilteredResultsProps extends Omit<CataloguePageProps, 'children'> {
  state: CatalogueState;
  sidebar: ReactNode;
  results: ReactNode;
}

/**
 * The controls around the results. It shows a new selection immediately, before its items arrive.
 * why a component: only it re-renders for that; sidebar and results are passed in as elements.
 */
function FilteredResults({ listing, search, state, sidebar, results }: FilteredResultsProps) {
  const address = useCatalogueAddress(listing, search);
  const { pending } = address;
  // why: counts, filters and sort orders of nothing only tell a visitor that there is nothing.
  const isBare = state.total === 0 && !search.from && !isNarrowed(search);
  const tools = { listing, search: pending, state, address };
  // why not the pending search: a new row of chips shifts the list, so it appears together with the new items.
  const active = activeFilters(listing, search, state.facets);
  const dated = useDated(search);
  return (
    <>
      <div className="flex gap-8 max-lg:min-h-[75dvh] xl:gap-12 max-lg:noscript:flex-col">
        {!isBare && sidebar}
        <section aria-labelledby="results" className="min-w-0 grow pb-16">
          {!isBare && <PlainWhen path={listing.listPath} search={search} hasFree />}
          <div className="flex items-start gap-3">
            {!isBare && <CatalogueWhen dated={dated} address={address} />}
            <FilterBar {...tools} isBare={isBare} />
          </div>
          <FilterChips filters={active} address={address} />
          {!isBare && (
            <div className="mt-4 mb-5 flex min-h-11 items-center justify-between border-b border-rule pb-1">
              <div className="flex flex-wrap items-center gap-x-4 text-sm">
                <p role="status" className="text-ink-quiet tabular-nums">
                  {state.total === null ? ' ' : itemCountText(state.total, listing.footer)}
                </p>
                {dated && <dated.DatedTools {...tools} />}
              </div>
              <CardsSwitch />
              <div className="hidden lg:block noscript:block">
                <CatalogueSort
                  form={FILTER_FORM}
                  sorts={listing.sorts}
                  sort={pending.sort}
                  onSort={(sort) => address.refine({ sort })}
                />
              </div>
            </div>
          )}
          {/* why after the controls: who goes to it wants the items. */}
          <h2 id="results" tabIndex={-1} className="sr-only">
            Results
          </h2>
          {results}
        </section>
      </div>
      {!isBare && <PhoneBar {...tools} activeCount={active.length} />}
    </>
  );
}
