import type { CatalogueListing } from '#domain/catalogue/kinds.ts';
import type { CatalogueSearch } from '#domain/catalogue/search.ts';
import { CheckboxMenu } from '#ui/checkbox-menu.tsx';
import { SearchBox } from './search-box.tsx';
import type { CatalogueAddress, CatalogueState } from './use-catalogue.ts';

/** Props shared by the parts of a catalogue's tools. */
export interface ToolsProps {
  listing: CatalogueListing;
  search: CatalogueSearch;
  state: CatalogueState;
  address: CatalogueAddress;
}

/** Search and, on a wider screen, the filters beside it. */
export function FilterBar({ listing, search, state, address }: ToolsProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchBox
        label={listing.searchLabel}
        action={listing.listPath}
        value={search.q ?? ''}
        onSearch={(text) => address.refine({ q: text || undefined })}
      />
      <div className="hidden flex-wrap gap-2 lg:flex">
        {listing.filters.map(({ key, label }) => (
          <CheckboxMenu
            key={key}
            label={label}
            options={state.facets[key] ?? []}
            chosen={search[key] ?? []}
            onChange={(values) => address.refine({ [key]: values })}
          />
        ))}
      </div>
    </div>
  );
}
