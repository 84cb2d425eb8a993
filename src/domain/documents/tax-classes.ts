import * as z from 'zod/mini';
import type { ItemKind } from '../catalogue/kinds/kind.ts';
import { count, optionalText, text } from '../shape.ts';
import { taxPlace } from './sums.ts';

/** A tax class that new lines may have. */
const taxClass = z.object({
  id: text,
  label: text,
  sac: text,
  /** Percent. */
  rate: count,
  place: taxPlace,
});
export type TaxClass = z.output<typeof taxClass>;

/** The current tax classes, and the class of each kind. */
export const taxClasses = z.object({
  classes: z.array(taxClass),
  kinds: z.object({
    prop: optionalText,
    cloth: optionalText,
    backdrop: optionalText,
    gear: optionalText,
    set: optionalText,
    crew: optionalText,
    other: optionalText,
  } satisfies Record<ItemKind | 'other', unknown>),
});
export type TaxClasses = z.output<typeof taxClasses>;

/** Line kinds with a tax class of their own; `other` is for texts and charges. */
export type TaxedKind = keyof TaxClasses['kinds'];
