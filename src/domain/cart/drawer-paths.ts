/** Parts of a path that make it an administrative one (spec, public side §6). */
const ADMINISTRATIVE = ['-manager', '/dashboard', '/login'];

/** Whether the order drawer is offered on a path (spec, public side §2 and §6). */
export function hasOrderDrawer(pathname: string): boolean {
  return !ADMINISTRATIVE.some((part) => pathname.includes(part));
}
