/** Path parts that mark an administrative page. */
const ADMINISTRATIVE = ['-manager', '/dashboard', '/login'];

/** Item pages. why: a slug may contain '-manager', such as office-manager-desk. */
const ITEM_PAGE = /^\/(?:props?|cloth(?:es)?|backdrops?|gear|crew|rent-sets-packages)\/./;

/** Whether a page has the order drawer (docs/product/cart-and-totals.md). */
export function hasOrderDrawer(pathname: string): boolean {
  return ITEM_PAGE.test(pathname) || !ADMINISTRATIVE.some((part) => pathname.includes(part));
}
