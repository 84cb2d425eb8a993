/** A link of the header or the footer; `to` is a route of the site. */
export interface SiteLink {
  label: string;
  to: string;
}

/** Entries of the 'Studio rental' dropdown (spec, public side §2). */
export const RENTAL_LINKS = [
  { label: 'Rent Props', to: '/rent-props' },
] as const satisfies readonly SiteLink[];

/** Links after the dropdown. */
export const SITE_LINKS = [
  { label: 'My Order', to: '/my-order' },
] as const satisfies readonly SiteLink[];

/** The name of the dropdown, in the header, the mobile menu and the footer. */
export const RENTAL_MENU = 'Studio rental';
