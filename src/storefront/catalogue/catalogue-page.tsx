import type { ReactNode } from 'react';
import type { CatalogueListing } from '#domain/catalogue/kinds.ts';
import { listingHeading, nameOf } from '#domain/catalogue/listing-text.ts';
import type { CatalogueSearch } from '#domain/catalogue/catalogue-search.ts';
import { CardsSwitch } from './cards-switch.tsx';
import { itemCountText } from './count-text.ts';
import { FILTER_FORM, FilterBar } from './filter-bar.tsx';
import { FilterChips } from './filter-chips.tsx';
import { activeFilters } from './active-filters.ts';
import { PhoneBar } from './phone-bar.tsx';
import { Results } from './results.tsx';
import { Sidebar } from './sidebar.tsx';
import { CatalogueSort } from './catalogue-sort.tsx';
import { useCatalogue, useCatalogueAddress, type CatalogueState } from './use-catalogue.ts';

/** Props of {@link CataloguePage}. */
export interface CataloguePageProps {
  listing: CatalogueListing;
  /** What the address says. */
  search: CatalogueSearch;
}

/** One page for every kind's catalogue: what differs comes from the descriptor. */
export function CataloguePage({ listing, search }: CataloguePageProps) {
  const state = useCatalogue(listing, search);
  const category = search.category ? nameOf(state.categories, search.category) : null;
  return (
    <div className="page pt-8 lg:pt-12">
      <header className="mb-6 lg:mb-10">
        <h1 className="font-display text-3xl wrap-anywhere">{listingHeading(listing, category)}</h1>
        <p className="mt-2 max-w-2xl text-ink-quiet text-pretty">{listing.introduction}</p>
      </header>
      <Choice
        listing={listing}
        search={search}
        state={state}
        sidebar={<Sidebar listing={listing} search={search} categories={state.categories} />}
        results={<Results listing={listing} search={search} state={state} />}
      />
    </div>
  );
}

interface ChoiceProps extends CataloguePageProps {
  state: CatalogueState;
  sidebar: ReactNode;
  results: ReactNode;
}

/**
 * What the visitor chooses by, around what was chosen: shows a choice at once, and is all that is
 * drawn again for it.
 */
function Choice({ listing, search, state, sidebar, results }: ChoiceProps) {
  const address = useCatalogueAddress(listing, search);
  const { wanted } = address;
  const tools = { listing, search: wanted, state, address };
  // why not what is wanted: the row of chips moves the list, and comes with the next one.
  const chosen = activeFilters(listing, search, state.facets);
  return (
    <>
      <div className="flex gap-8 max-lg:min-h-[75dvh] xl:gap-12 max-lg:noscript:flex-col">
        {sidebar}
        <section aria-label="Results" className="min-w-0 grow pb-16">
          <FilterBar {...tools} />
          <FilterChips chosen={chosen} address={address} />
          <div className="mt-4 mb-5 flex min-h-11 items-center justify-between border-b border-rule pb-1">
            <p role="status" className="text-sm text-ink-quiet tabular-nums">
              {state.total === null ? ' ' : itemCountText(state.total, listing.footer)}
            </p>
            <CardsSwitch />
            <div className="hidden lg:block noscript:block">
              <CatalogueSort
                form={FILTER_FORM}
                sorts={listing.sorts}
                sort={wanted.sort}
                onSort={(sort) => address.refine({ sort })}
              />
            </div>
          </div>
          {results}
        </section>
      </div>
      <PhoneBar {...tools} chosenCount={chosen.length} />
    </>
  );
}
