import { expect, it } from 'vitest';
import { hasOrderDrawer } from './drawer-paths.ts';

it.each(['/', '/rent-props', '/my-order', '/props/manager-chair'])(
  'offers the drawer on %s',
  (path) => expect(hasOrderDrawer(path)).toBe(true),
);

it.each(['/props-manager', '/x/crew-manager/new', '/dashboard', '/a/dashboard/b', '/login'])(
  'keeps it from %s',
  (path) => expect(hasOrderDrawer(path)).toBe(false),
);
