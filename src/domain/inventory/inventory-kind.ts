import type { ItemKind, KindDescriptor } from '../catalogue/kinds/kind.ts';
import type { AmountRule } from './fields.ts';

/** Values of an item form by column: typed texts and switches. */
export type ItemFormValues = Record<string, string | boolean>;

/** Columns to write, in the database's types. */
export type ItemColumns = Record<string, unknown>;

/** Texts of a notice. */
export interface NoticeText {
  title: string;
  description?: string;
}

/** A lookup: a column of the item that refers to a list of values. */
export interface InventoryLookup {
  /** Column of the item: `brand_id`. */
  field: string;
  /** Name in search results and in the address: `brand`. */
  key: string;
  /** 'Brand' */
  label: string;
  source: LookupSource | { options: readonly { value: string; label: string }[] };
  /** Normalises a new value that people spell in several ways. */
  spelling?: (typed: string) => string;
  /** Plural, as in 'Loading brands...'. */
  plural: string;
  /** The message for no selection; for optional lookups the label of that choice, `none`. */
  rule: { required: string; onlyIfListed?: true } | { none: string };
  /** Whether the list can be filtered by it. */
  filters?: true;
}

/** Table of a lookup, and the column with the names of its values. */
export interface LookupSource {
  table: LookupTable;
  column: 'name' | 'label' | 'size_value';
  /** Sort column, if not the name. */
  order?: 'size_order';
}

export type LookupTable =
  | 'prop_brands'
  | 'prop_categories'
  | 'colors'
  | 'cloth_brands'
  | 'cloth_categories'
  | 'gender_options'
  | 'clothes_size_manager'
  | 'backdrop_size_manager'
  | 'backdrop_materials'
  | 'gear_brands'
  | 'gear_category_manager'
  | 'crew_categories';

/** A number that only this kind has, such as a length. */
export interface InventoryMeasure {
  /** Column of the item: `length_feet`. */
  field: string;
  /** 'ft' */
  unit: string;
  rule: AmountRule;
}

/** Texts of a manager (docs/product/inventory.md). */
export interface InventoryTexts {
  /** 'props manager' */
  title: string;
  /** Placeholder and label of the search box. */
  search: string;
  /** The add button. */
  add: string;
  /** Label of the generated code: 'prop ID'. */
  code: string;
  empty: string;
  loading: string;
  /** Hint on what is searched. */
  noMatchHint: string;
  dialog: {
    add: string;
    edit: string;
    /** Title after creating; without one the dialog closes. */
    created?: string;
  };
  submit: { create: string; update: string };
  /** Notices after saving. */
  saved: {
    created: (name: string, code: string) => NoticeText;
    updated: (name: string) => NoticeText;
  };
  invalid: NoticeText;
  saveFailed: { create: string; update: string };
  /** 'prop' in 'prop activated'. */
  toggled: string;
  toggleFailed: { active: string; in_studio: string; fallback?: string; signedOut?: NoticeText };
  /** Title of the notice; without one only the page shows the error. */
  listFailed?: string;
  /** Error for a list read without a session. */
  listSignedOut?: string;
  lookupsFailed: string;
}

/**
 * Descriptor of a kind for the shared manager; its table columns are in the ops room. Shared code
 * never branches on the kind.
 */
export interface InventoryKind {
  kind: ItemKind;
  table: KindDescriptor['table'];
  codeColumn: KindDescriptor['codeColumn'];
  texts: InventoryTexts;
  lookups: readonly InventoryLookup[];
  /** Key of the lookup shown on cards: 'category'. */
  cardFact: string;
  measures: readonly InventoryMeasure[];
  messages: { name: string; description: string; price: AmountRule; quantity: AmountRule };
  /** When fields are first validated. */
  checks: 'onBlur' | 'onSubmit';
  /** A hint, not an error, for quantities below a number. */
  quantityAdvice?: { below: number; text: string };
  /** After creating, the form is reset for the next item and shows the new code. */
  createsInARow?: true;
  /** Its items can be made of other items. */
  hasComponents?: true;
  /** Its items are people, who get day sheets and calendars. */
  hasLinks?: true;
  /** Default of in-studio for new items. */
  startsInStudio: boolean;
  /** Fields of constraints that are not named after them: `backdrops_length_range`. */
  constraintFields?: Readonly<Record<string, string>>;
}
