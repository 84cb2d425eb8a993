import { CENTIMETRES } from './fields.ts';
import type { InventoryKind, InventoryMeasure } from './inventory-kind.ts';

const side = (name: 'width' | 'depth' | 'height', label: string): InventoryMeasure => ({
  field: `${name}_cm`,
  unit: 'cm',
  rule: { ...CENTIMETRES, label, required: null, tooSmall: `${label} must be greater than 0` },
});

/** Width, depth and height in cm, each of which may stay empty. */
export const SIDES = [side('width', 'Width'), side('depth', 'Depth'), side('height', 'Height')];

/** The fields of the constraints of {@link SIDES} in a kind's table. */
export function sideConstraints(table: InventoryKind['table']): Record<string, string> {
  return {
    [`${table}_width_range`]: 'width_cm',
    [`${table}_depth_range`]: 'depth_cm',
    [`${table}_height_range`]: 'height_cm',
  };
}
