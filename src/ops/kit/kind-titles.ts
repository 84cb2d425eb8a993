import type { ItemKind } from '#domain/catalogue/kinds/kind.ts';

/** Plural names of the kinds. */
export const KIND_TITLES: Record<ItemKind, string> = {
  prop: 'Props',
  cloth: 'Clothes',
  backdrop: 'Backdrops',
  gear: 'Gear',
  set: 'Sets & packages',
  crew: 'Crew',
};
