import type { ItemDetail } from '#domain/catalogue/item.ts';
import type { HeadContext } from './head-context.ts';

/** A JSON-LD object with schema.org's vocabulary. */
export type StructuredData = Record<string, unknown>;

const CONTEXT = 'https://schema.org';

/** The studio itself, for the home page. */
export function studioData(context: HeadContext): StructuredData {
  const { origin } = context;
  const logo = context.site.brand.logo.url;
  return {
    '@context': CONTEXT,
    '@type': 'LocalBusiness',
    '@id': `${origin}/#studio`,
    name: context.site.studio.name,
    description: context.site.studio.tagline,
    url: `${origin}/`,
    image: `${origin}/share.jpg`,
    logo: logo ? (context.backend.config.url ?? origin) + logo : `${origin}/favicon.svg`,
    telephone: context.site.studio.phone,
    email: context.site.studio.email,
    currenciesAccepted: 'INR',
    address: {
      '@type': 'PostalAddress',
      streetAddress: context.site.studio.address_lines.replaceAll('\n', ', '),
      addressLocality: context.site.studio.city,
      addressRegion: context.site.studio.region,
      postalCode: context.site.studio.postal_code,
      addressCountry: context.site.studio.country,
    },
  };
}

/**
 * An item and its offer: leased, in rupees per day (UN/CEFACT unit DAY).
 * @param address absolute address of the item's page
 * @param pictures absolute addresses
 */
export function itemData(
  context: HeadContext,
  item: Pick<ItemDetail, 'name' | 'description' | 'code' | 'price' | 'in_studio'>,
  address: string,
  pictures: readonly string[],
): StructuredData {
  const { origin } = context;
  const price = { price: item.price.toFixed(2), priceCurrency: 'INR' };
  return {
    '@context': CONTEXT,
    '@type': 'Product',
    name: item.name,
    ...(item.description ? { description: item.description } : {}),
    ...(pictures.length > 0 ? { image: pictures } : {}),
    sku: item.code,
    url: address,
    offers: {
      '@type': 'Offer',
      ...price,
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        ...price,
        unitCode: 'DAY',
        valueAddedTaxIncluded: false,
      },
      businessFunction: 'http://purl.org/goodrelations/v1#LeaseOut',
      availability: `${CONTEXT}/${item.in_studio ? 'InStoreOnly' : 'InStock'}`,
      url: address,
      seller: {
        '@type': 'LocalBusiness',
        '@id': `${origin}/#studio`,
        name: context.site.studio.name,
      },
    },
  };
}

/** The breadcrumbs of a page. Home is added as the first step. */
export function breadcrumbData(
  origin: string,
  steps: readonly { name: string; path: string }[],
): StructuredData {
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...steps].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  };
}
