import { Link } from '@tanstack/react-router';
import type { CatalogueListing } from '#domain/catalogue/kinds.ts';
import type { SidebarEntry } from '#domain/catalogue/listing-text.ts';
import type { CatalogueSearch } from '#domain/catalogue/catalogue-search.ts';
import { classNames } from '#ui/class-names.ts';
import { formatCount } from '#ui/count.ts';

export interface CategoryLinksProps {
  listing: CatalogueListing;
  search: CatalogueSearch;
  categories: readonly SidebarEntry[];
}

/**
 * The categories of a catalogue as links, each with its number of items; empty ones are grey. Selecting
 * one pushes a history entry, so Back returns to the previous category (docs/product/storefront.md).
 */
export function CategoryLinks({ listing, search, categories }: CategoryLinksProps) {
  const { category: selected, after: _, ...rest } = search;
  const entries = [{ value: undefined, label: listing.sidebar.all, count: null }, ...categories];
  return (
    <ul>
      {entries.map(({ value, label, count }) => (
        <li key={value ?? ''}>
          <Link
            to={listing.listPath}
            search={value ? { ...rest, category: value } : rest}
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={value === selected ? 'page' : undefined}
            resetScroll={false}
            className={classNames('category-link', count === 0 && 'text-ink-quiet')}
          >
            <span className="min-w-0 grow">{label}</span>
            {count !== null && <span className="count">{formatCount(count)}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The sticky category list beside a catalogue on a wide screen. */
export function Sidebar(props: CategoryLinksProps) {
  return (
    <nav
      aria-label={props.listing.sidebar.heading}
      className="hidden shrink-0 self-start overflow-y-auto lg:sticky lg:top-24 lg:block lg:max-h-[calc(100dvh-7rem)] lg:w-52 lg:pb-6 xl:w-56 noscript:block max-lg:noscript:max-h-64 max-lg:noscript:w-full"
    >
      <h2 className="mb-2 px-3 text-xs font-medium text-ink-quiet">
        {props.listing.sidebar.heading}
      </h2>
      <CategoryLinks {...props} />
    </nav>
  );
}
