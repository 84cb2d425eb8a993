import { itemKindOf } from '#domain/catalogue/kinds/item-kind-of.ts';
import type { ActivityFieldLabel } from '#domain/activity/activity-text.ts';
import type { ItemKind } from '#domain/catalogue/kinds/kind.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { fieldLabel } from '#domain/inventory/item-form-values.ts';
import { backdropInventory } from '#domain/inventory/kinds/backdrop.ts';
import { clothInventory } from '#domain/inventory/kinds/cloth.ts';
import { crewInventory } from '#domain/inventory/kinds/crew.ts';
import { gearInventory } from '#domain/inventory/kinds/gear.ts';
import { propInventory } from '#domain/inventory/kinds/prop.ts';
import { setInventory } from '#domain/inventory/kinds/set.ts';

const KINDS: Readonly<Record<ItemKind, InventoryKind>> = {
  prop: propInventory,
  cloth: clothInventory,
  backdrop: backdropInventory,
  gear: gearInventory,
  crew: crewInventory,
  set: setInventory,
};

/** The label that an item's field has in its form. */
export const itemFieldLabel: ActivityFieldLabel = ({ record }, field) => {
  const kind = itemKindOf(record.kind);
  const label = kind && fieldLabel(KINDS[kind], field);
  return label === field ? undefined : label;
};
