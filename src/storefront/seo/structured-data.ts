import { studio } from '#config';
import type { ItemDetail } from '#domain/catalogue/item.ts';

/** A JSON-LD object with schema.org's vocabulary. */
export type StructuredData = Record<string, unknown>;

const CONTEXT = 'https://schema.org';

/** The studio itself, for the home page. */
export function studioData(origin: string): StructuredData {
  const { address_lines, city, region, postal_code, country } = studio.studio;
  return {
    '@context': CONTEXT,
    '@type': 'LocalBusiness',
    '@id': `${origin}/#studio`,
    name: studio.studio.name,
    description: studio.studio.tagline,
    url: `${origin}/`,
    image: `${origin}/share.jpg`,
    logo: `${origin}/favicon.svg`,
    telephone: studio.studio.phone,
    email: studio.studio.email,
    currenciesAccepted: 'INR',
    address: {
      '@type': 'PostalAddress',
      streetAddress: address_lines.replaceAll('\n', ', '),
      addressLocality: city,
      addressRegion: region,
      postalCode: postal_code,
      addressCountry: country,
    },
  };
}

/**
 * An item and its offer: leased, in rupees per day (UN/CEFACT unit DAY).
 * @param address absolute address of the item's page
 * @param pictures absolute addresses
 */
export function itemData(
  origin: string,
  item: Pick<ItemDetail, 'name' | 'description' | 'code' | 'price' | 'in_studio'>,
  address: string,
  pictures: readonly string[],
): StructuredData {
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
      seller: { '@type': 'LocalBusiness', '@id': `${origin}/#studio`, name: studio.studio.name },
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
