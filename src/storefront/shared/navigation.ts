import type { Site } from '#domain/settings/site.ts';

/** Addresses of the 'studio rental' dropdown, in order (docs/product/storefront.md). */
export const RENTAL_LINKS = [
  '/rent-props',
  '/rent-clothes',
  '/rent-backdrops',
  '/rent-gear',
  '/crew-rental',
  '/rent-sets-packages',
  '/free-props',
];

/** Addresses after the dropdown, in order. */
export const SITE_LINKS = ['/projects', '/about', '/studio-policy', '/my-order'];

/** Addresses of the footer: also the pricing page, which the header omits. */
export const FOOTER_LINKS = [...SITE_LINKS, '/pricing'];

/** The label of a link, which the studio may have changed: 'rent props' of `/rent-props`. */
export const linkLabel = (site: Site, path: string) =>
  site.navigation[path.slice(1).replaceAll('-', '_') as keyof Site['navigation']];

/** Id of the contact form's section on the home page. */
export const CONTACT = 'contact';
