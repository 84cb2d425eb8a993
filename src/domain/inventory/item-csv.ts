import type { CsvCell } from '../csv.ts';
import { IMAGE_FIELDS } from './fields.ts';
import type { InventoryKind } from './inventory-kind.ts';
import { fieldLabel } from './item-form-values.ts';

/** An item to export. */
export type CsvItem = Readonly<Record<string, unknown>> & {
  code: string;
  names: Readonly<Record<string, string | null>>;
  images: readonly string[];
};

/**
 * CSV columns of items in the form's order and with its labels, so that an export can be imported:
 * names of lookup values, rupees per day, switches as yes or no.
 */
export function itemCsv(
  kind: InventoryKind,
): { header: string; cell: (item: CsvItem) => CsvCell }[] {
  const plain = (field: string) => ({
    header: fieldLabel(kind, field),
    cell: (item: CsvItem) => asCell(item[field]),
  });
  return [
    { header: kind.texts.code, cell: ({ code }) => code },
    plain('name'),
    plain('description'),
    ...kind.lookups.map(({ key, label }) => ({
      header: label,
      cell: ({ names }: CsvItem) => names[key] ?? null,
    })),
    ...kind.measures.map(({ field }) => plain(field)),
    plain('price'),
    plain('quantity'),
    plain('in_studio'),
    plain('active'),
    ...IMAGE_FIELDS.map((field, at) => ({
      header: fieldLabel(kind, field),
      cell: ({ images }: CsvItem) => images[at] ?? null,
    })),
  ];
}

function asCell(value: unknown): CsvCell {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}
