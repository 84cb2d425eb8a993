import { expect, it } from 'vitest';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import { hasOrderDrawer } from './drawer-paths.ts';

it.each(['/', '/rent-props', '/my-order', '/props/manager-chair'])(
  'offers the drawer on %s',
  (path) => expect(hasOrderDrawer(path)).toBe(true),
);

const itemPaths = Object.values(CATALOGUES).map(({ itemPath }) => itemPath);
const aliases = ['/prop/$slug', '/cloth/$slug', '/backdrop/$slug'];

it.each([...itemPaths, ...aliases])('is offered on %s whatever the slug', (path) => {
  const slugs = ['office-manager-desk', 'dashboard', 'login-kiosk', 'x-manager'];
  expect(slugs.filter((slug) => !hasOrderDrawer(path.replace('$slug', slug)))).toEqual([]);
});

it.each([
  '/props-manager',
  '/ops/gear-manager',
  '/x/crew-manager/new',
  '/dashboard',
  '/a/dashboard/b',
  '/login',
])('is not offered on %s', (path) => expect(hasOrderDrawer(path)).toBe(false));
