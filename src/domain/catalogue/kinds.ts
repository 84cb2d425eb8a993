import type { ItemKind, KindDescriptor } from './kind.ts';
import { prop } from './kinds/prop.ts';

/** The kinds that have a catalogue; a kind is added here and its routes and slots fail to compile until they are there. */
export const CATALOGUES = { prop } as const satisfies Partial<Record<ItemKind, KindDescriptor>>;

/** The kinds that have a catalogue now. */
export type CatalogueKind = keyof typeof CATALOGUES;

/** One of the registered descriptors, its paths known to the compiler. */
export type Catalogue = (typeof CATALOGUES)[CatalogueKind];
