import type { ItemKind } from '../catalogue/kinds/kind.ts';
import { randomUuid } from '../uuid.ts';
import type { TaxClass, TaxClasses, TaxedKind } from './tax-classes.ts';
import type { DocumentItem } from './document-record.ts';
import type { EditedLine } from './edited-draft.ts';

/** The tax class of new lines of a kind. */
export function classOf(kind: TaxedKind, { classes, kinds }: TaxClasses): TaxClass | undefined {
  return classes.find(({ id }) => id === kinds[kind]) ?? classes[0];
}

const taxOf = (taxClass: TaxClass | undefined): Pick<EditedLine, 'sac' | 'rate' | 'place'> => ({
  sac: taxClass?.sac ?? null,
  rate: taxClass?.rate ?? null,
  place: taxClass?.place ?? null,
});

const EMPTY = {
  item_id: null,
  item_type: null,
  order_item_id: null,
  enquiry_item_id: null,
  item: null,
  text: '',
  quantity: '1',
  days: '',
  price: '',
  discount: '',
} as const;

/** A new line without an item: a charge such as delivery, priced like any other line. */
export function newTextLine(taxes: TaxClasses): EditedLine {
  return { ...EMPTY, key: randomUuid(), kind: 'text', ...taxOf(classOf('other', taxes)) };
}

/** A new heading. */
export function newHeading(): EditedLine {
  return { ...EMPTY, key: randomUuid(), kind: 'heading', quantity: '', ...taxOf(undefined) };
}

/** The item of a new line. */
export interface AddedItem extends DocumentItem {
  id: string;
  type: ItemKind;
  /** Rupees per day. */
  price: number;
}

/** A new line of an item. @param days rental days of the order or enquiry */
export function newItemLine(item: AddedItem, days: number, taxes: TaxClasses): EditedLine {
  const { id, type, price, code, name, picture } = item;
  return {
    ...EMPTY,
    key: randomUuid(),
    kind: 'item',
    item_id: id,
    item_type: type,
    item: { code, name, picture },
    text: name,
    days: String(days),
    price: String(price),
    ...taxOf(classOf(type, taxes)),
  };
}

/** The lines with a new one after that place, from 0; -1 puts it first. */
export const insertLine = (
  lines: readonly EditedLine[],
  after: number,
  line: EditedLine,
): EditedLine[] => lines.toSpliced(after + 1, 0, line);

/** The lines with one moved up or down; the same lines where it is the first or last. */
export function moveLine(
  lines: readonly EditedLine[],
  at: number,
  by: -1 | 1,
): readonly EditedLine[] {
  const line = lines[at];
  const to = at + by;
  if (!line || to < 0 || to >= lines.length) return lines;
  return lines.toSpliced(at, 1).toSpliced(to, 0, line);
}

/** The tax class that a line has; undefined where its figures belong to no current class. */
export function classOfLine(line: EditedLine, classes: readonly TaxClass[]): TaxClass | undefined {
  return classes.find(
    ({ sac, rate, place }) => sac === line.sac && rate === line.rate && place === line.place,
  );
}

/** The line with the figures of a tax class. */
export const withClass = (line: EditedLine, taxClass: TaxClass): EditedLine => ({
  ...line,
  ...taxOf(taxClass),
});
