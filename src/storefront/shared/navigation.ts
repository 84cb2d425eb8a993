/** A link of the header or the footer; `to` is a route of the site. */
export interface SiteLink {
  label: string;
  to: string;
}

/** Label of the rental links in the header, the mobile menu and the footer. */
export const RENTAL_MENU = 'studio rental';

/** Entries of the 'studio rental' dropdown, in order (docs/product/storefront.md). */
export const RENTAL_LINKS: readonly SiteLink[] = [
  { label: 'rent props', to: '/rent-props' },
  { label: 'rent clothes', to: '/rent-clothes' },
  { label: 'rent backdrops', to: '/rent-backdrops' },
  { label: 'rent gear', to: '/rent-gear' },
  { label: 'hire crew', to: '/crew-rental' },
  { label: 'rent sets and packages', to: '/rent-sets-packages' },
  { label: 'free items', to: '/free-props' },
];

/** Links after the dropdown, in order. */
export const SITE_LINKS: readonly SiteLink[] = [
  { label: 'projects', to: '/projects' },
  { label: 'about', to: '/about' },
  { label: 'studio policy', to: '/studio-policy' },
  { label: 'my order', to: '/my-order' },
];

/** Links of the footer: also the pricing page, which the header omits. */
export const FOOTER_LINKS: readonly SiteLink[] = [
  ...SITE_LINKS,
  { label: 'pricing', to: '/pricing' },
];

/** Id of the contact form's section on the home page. */
export const CONTACT = 'contact';
