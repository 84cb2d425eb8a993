import { PLAIN_LISTING, type Listing } from './kinds/kind.ts';

/** Props, clothes, backdrops and gear at ₹0, with the kinds as categories (docs/product/storefront.md). */
export const freeItems = {
  ...PLAIN_LISTING,
  name: 'free',
  source: { function: 'search_free_items' },
  listPath: '/free-props',
  title: 'Free Items',
  introduction: 'Small things that come along at no charge; add them to the order like the rest.',
  searchLabel: 'Search free items',
  sidebar: {
    facet: 'kind',
    heading: 'Categories',
    all: 'All Categories',
    fixed: [
      { value: 'prop', label: 'Props' },
      { value: 'cloth', label: 'Clothes' },
      { value: 'backdrop', label: 'Backdrops' },
      { value: 'gear', label: 'Gear' },
    ],
  },
  filters: [],
  // Sorted by name by default (docs/product/storefront.md).
  sorts: ['name', 'newest', 'price_asc', 'price_desc'],
  // Free backdrops link to their alias (docs/product/storefront.md).
  itemPaths: { backdrop: '/backdrop/$slug' },
  empty: { found: 'No free items found', available: 'No free items available' },
} as const satisfies Listing;
