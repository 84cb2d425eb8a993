import type { ItemKind } from '#domain/catalogue/kinds/kind.ts';

/** Addresses of the inventory managers. */
export const MANAGER_PATHS = {
  prop: '/ops/props-manager',
  cloth: '/ops/clothes-manager',
  backdrop: '/ops/backdrops-manager',
  gear: '/ops/gear-manager',
  crew: '/ops/crew-manager',
  set: '/ops/sets-manager',
} as const satisfies Record<ItemKind, string>;

/** Address of an inventory manager. */
export type ManagerPath = (typeof MANAGER_PATHS)[ItemKind];
