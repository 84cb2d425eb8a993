import type { CatalogueListing } from '#domain/catalogue/kinds.ts';
import type { CatalogueSearch } from '#domain/catalogue/catalogue-search.ts';
import { Button } from '#ui/button.tsx';
import { PlainDates } from '#storefront/availability/plain-when.tsx';
import { CheckboxMenu } from '#ui/checkbox-menu.tsx';
import { focusOn } from '#ui/skip-link.tsx';
import { filterOptions } from './active-filters.ts';
import { CatalogueSearchField } from './catalogue-search-field.tsx';
import type { CatalogueAddress, CatalogueState } from './use-catalogue.ts';

/** Props shared by the filter bar, the phone's bar and the filter sheet. */
export interface ToolsProps {
  listing: CatalogueListing;
  search: CatalogueSearch;
  state: CatalogueState;
  address: CatalogueAddress;
}

export interface FilterBarProps extends ToolsProps {
  /** Shows the search field only. */
  isBare: boolean;
}

/** The id of the form with the search and the filters. */
export const FILTER_FORM = 'catalogue-filters';

/**
 * The search field and, on a wide screen, the filters. Every change updates the list; without
 * JavaScript the same fields are a plain form with an Apply button.
 */
export function FilterBar({ listing, search, state, address, isBare }: FilterBarProps) {
  return (
    <form
      id={FILTER_FORM}
      role="search"
      action={listing.listPath}
      onSubmit={(event) => {
        event.preventDefault();
        // why cast: no field of this form is a file.
        const text = new FormData(event.currentTarget).get('q') as string | null;
        address.refine({ q: text?.trimStart() || undefined });
        focusOn('#results');
      }}
      className="flex min-w-0 grow flex-wrap items-start gap-3"
    >
      {search.category && <input type="hidden" name="category" value={search.category} />}
      <PlainDates search={search} />
      <CatalogueSearchField
        label={listing.searchLabel}
        value={search.q ?? ''}
        onSearch={(text) => address.refine({ q: text || undefined })}
      />
      <div className="hidden flex-wrap gap-2 lg:flex noscript:flex">
        {!isBare &&
          listing.filters.map(({ key, label }) => (
            <CheckboxMenu
              key={key}
              name={key}
              label={label}
              options={filterOptions(state.facets[key])}
              selected={search[key] ?? []}
              onChange={(values) => address.refine({ [key]: values })}
            />
          ))}
      </div>
      <div className="hidden noscript:block">
        <Button type="submit">Apply</Button>
      </div>
    </form>
  );
}
