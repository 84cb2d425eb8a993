import type { everything } from './everything.ts';
import type { freeItems } from './free-items.ts';
import type { ItemKind, KindDescriptor } from './kinds/kind.ts';
import { backdrop } from './kinds/backdrop.ts';
import { cloth } from './kinds/cloth.ts';
import { crew } from './kinds/crew.ts';
import { gear } from './kinds/gear.ts';
import { prop } from './kinds/prop.ts';
import { set } from './kinds/set.ts';

/** Every kind's descriptor; a missing kind is a compile error. */
export const CATALOGUES = {
  prop,
  cloth,
  backdrop,
  gear,
  set,
  crew,
} as const satisfies Record<ItemKind, KindDescriptor>;

/** A kind's descriptor with literal paths. */
export type Catalogue = (typeof CATALOGUES)[ItemKind];

/** A listing with a catalogue page, with literal paths. */
export type CatalogueListing = Catalogue | typeof freeItems | typeof everything;
