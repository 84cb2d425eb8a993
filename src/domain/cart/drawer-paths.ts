/** Parts of a path that make it an administrative one (spec, public side §6). */
const ADMINISTRATIVE = ['-manager', '/dashboard', '/login'];

/** An item's public page. why: its slug is any name, such as office-manager-desk. */
const ITEM_PAGE = /^\/(?:props?|cloth(?:es)?|backdrops?|gear|crew|rent-sets-packages)\/./;

/** Whether the order drawer is offered on a path (spec, public side §2 and §6). */
export function hasOrderDrawer(pathname: string): boolean {
  return ITEM_PAGE.test(pathname) || !ADMINISTRATIVE.some((part) => pathname.includes(part));
}
