import type { ItemKind, KindDescriptor } from '../catalogue/kinds/kind.ts';
import type { AmountRule } from './fields.ts';

/** What a manager's form holds: texts as typed, and switches. Named as the columns of the table. */
export type ItemFormValues = Record<string, string | boolean>;

/** The columns that a form writes, as the database takes them. */
export type ItemColumns = Record<string, unknown>;

/** A notice: its title and, under it, more. */
export interface NoticeText {
  title: string;
  description?: string;
}

/** Which list of the database an item's column refers to. */
export interface InventoryLookup {
  /** Column of the item: `brand_id`. */
  field: string;
  /** Names the value in the search's answer and in the address: `brand`. */
  key: string;
  /** 'Brand' */
  label: string;
  source: LookupSource | { options: readonly { value: string; label: string }[] };
  /** Writes a new value of the list one way, where people type it in several. */
  spelling?: (typed: string) => string;
  /** Its values in a sentence: 'brands', as in 'Loading brands...'. */
  plural: string;
  /** The message when nothing is chosen; `none` is what choosing nothing is called where one may. */
  rule: { required: string; onlyIfListed?: true } | { none: string };
  /** Whether the list can be narrowed by it. */
  filters?: true;
}

/** A list that items choose from, and the column that names its values. */
export interface LookupSource {
  table: LookupTable;
  column: 'name' | 'label' | 'size_value';
  /** The column that the values are listed by, where that is not their name. */
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

/** A length in feet that only this kind has. */
export interface InventoryMeasure {
  field: string;
  rule: AmountRule;
}

/** A manager's own words, to the letter of the spec where it has them (back office §2, §5, §8). */
export interface InventoryTexts {
  /** 'props manager' */
  title: string;
  /** Placeholder and name of the search box. */
  search: string;
  /** The add button. */
  add: string;
  /** What the generated code is called: 'prop ID'. */
  code: string;
  empty: string;
  loading: string;
  /** What the search looks at. */
  noMatchHint: string;
  dialog: {
    add: string;
    edit: string;
    /** Title of what is shown after creating; where there is none, the dialog closes. */
    created?: string;
  };
  submit: { create: string; update: string };
  /** Notices after saving, of an item with this name. */
  saved: {
    created: (name: string, code: string) => NoticeText;
    updated: (name: string) => NoticeText;
  };
  invalid: NoticeText;
  saveFailed: { create: string; update: string };
  /** 'prop' in 'prop activated'. */
  toggled: string;
  toggleFailed: { active: string; in_studio: string; fallback?: string; signedOut?: NoticeText };
  /** Left out where the page itself says it. */
  listFailed?: string;
  /** Said in place of a list that nobody is signed in for (back office §6). */
  listSignedOut?: string;
  lookupsFailed: string;
}

/**
 * All facts of one kind that the shared manager needs (design §3); its columns are a slot in the
 * back office. Shared code never asks which kind it has.
 */
export interface InventoryKind {
  kind: ItemKind;
  table: KindDescriptor['table'];
  codeColumn: KindDescriptor['codeColumn'];
  texts: InventoryTexts;
  lookups: readonly InventoryLookup[];
  /** Key of the lookup that a card names under the item: 'category'. */
  cardFact: string;
  measures: readonly InventoryMeasure[];
  messages: { name: string; description: string; price: AmountRule; quantity: AmountRule };
  /** When a field is checked first: on leaving it, or on saving. */
  checks: 'onBlur' | 'onSubmit';
  /** Said at the quantity without refusing it, below this number (back office §5, backdrops). */
  quantityAdvice?: { below: number; text: string };
  /** After creating, the form is blank again, with the code of the new item (back office §4). */
  createsInARow?: true;
  /** Whether a new item is for use in the studio only. */
  startsInStudio: boolean;
  /** Field of a constraint whose name does not begin with it: `backdrops_length_range`. */
  constraintFields?: Readonly<Record<string, string>>;
}
