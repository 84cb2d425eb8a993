import type { everything } from './everything.ts';
import type { freeItems } from './free-items.ts';
import type { ItemKind, KindDescriptor } from './kinds/kind.ts';
import { backdrop } from './kinds/backdrop.ts';
import { cloth } from './kinds/cloth.ts';
import { crew } from './kinds/crew.ts';
import { gear } from './kinds/gear.ts';
import { prop } from './kinds/prop.ts';
import { set } from './kinds/set.ts';

/** Every kind's descriptor: a kind that is missing here does not compile. */
export const CATALOGUES = {
  prop,
  cloth,
  backdrop,
  gear,
  set,
  crew,
} as const satisfies Record<ItemKind, KindDescriptor>;

/** One of the descriptors, its paths known to the compiler. */
export type Catalogue = (typeof CATALOGUES)[ItemKind];

/** One of the lists that have a catalogue page, its path known to the compiler. */
export type CatalogueListing = Catalogue | typeof freeItems | typeof everything;
