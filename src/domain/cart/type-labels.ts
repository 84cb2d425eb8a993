import type { ItemKind } from '#domain/catalogue/kinds/kind.ts';

/** The name of each kind on a line. */
export const TYPE_LABELS: Record<ItemKind, string> = {
  prop: 'Prop',
  cloth: 'Clothing',
  backdrop: 'Backdrop',
  gear: 'Gear',
  set: 'Set or package',
  crew: 'Crew',
};
