import type { ItemTable } from './items.ts';

/** The expected texts, columns and rules of a manager (docs/product/inventory.md). */
export interface ManagerFacts {
  path: string;
  table: ItemTable;
  title: string;
  search: string;
  add: string;
  columns: string[];
  empty: string;
  loading: string;
  dialog: { add: string; edit: string };
  submit: { create: string; update: string };
  /** Name of the field with the generated code. */
  code: string;
  prefix: string;
  /** Validation messages after submitting the form unchanged, by label. */
  required: Record<string, string>;
  invalid: string[];
  /** Required fields besides name, description, price and quantity. */
  fill: { choose: Record<string, string>; type: Record<string, string> };
  /** Texts of the created item's row. */
  shows: string[];
  created: string[];
  updated: string[];
  toggled: string;
  failures: { create: string; update: string; active: string; studio: string };
  /** Title of the notice if the list fails; without one only the page shows the failure. */
  listFailed?: string;
  lookupsFailed: string;
  /** Texts of empty dropdowns by label. */
  waiting: Record<string, string>;
  startsInStudio: boolean;
}

const CHECK = ['Validation error', 'Please check all required fields'];

/** The six managers, in the order of the back office. */
export const MANAGERS: Record<string, ManagerFacts> = {
  props: {
    path: '/ops/props-manager',
    table: 'props',
    title: 'props manager',
    search: 'search props',
    add: 'add new prop',
    columns: [
      'image',
      'prop ID',
      'name',
      'brand',
      'color',
      'category',
      'quantity',
      'price (₹)',
      'in studio',
      'active',
      'edit',
    ],
    empty: 'no props found',
    loading: 'loading props...',
    dialog: { add: 'add prop', edit: 'edit prop' },
    submit: { create: 'create prop', update: 'save prop' },
    code: 'prop ID',
    prefix: 'PRP-',
    required: {
      Name: 'Name is required',
      Description: 'Description is required',
      Brand: 'Brand is required',
      Color: 'Color is required',
      Category: 'Category is required',
    },
    invalid: CHECK,
    fill: { choose: { Brand: 'Old Monsoon', Color: 'Teal', Category: 'Office' }, type: {} },
    shows: ['Old Monsoon', 'Teal', 'Office', '₹1,250.50'],
    created: ['prop created', '{name} has been added successfully'],
    updated: ['prop updated', '{name} has been updated successfully'],
    toggled: 'prop',
    failures: {
      create: 'error creating prop',
      update: 'error updating prop',
      active: 'error updating prop status',
      studio: 'error updating studio status',
    },
    lookupsFailed: 'Error loading data',
    waiting: {
      Brand: 'Loading brands...',
      Color: 'Loading colors...',
      Category: 'Loading categories...',
    },
    startsInStudio: false,
  },
  clothes: {
    path: '/ops/clothes-manager',
    table: 'clothes',
    title: 'clothes manager',
    search: 'search clothes',
    add: 'add new clothing',
    columns: [
      'image',
      'cloth id',
      'name',
      'brand',
      'color',
      'category',
      'gender',
      'size',
      'quantity',
      'price',
      'in studio',
      'active',
      '',
    ],
    empty: 'no clothes found',
    loading: 'loading clothes...',
    dialog: { add: 'add clothing', edit: 'edit cloth' },
    submit: { create: 'create clothing', update: 'update clothing' },
    code: 'cloth id',
    prefix: 'CLT-',
    required: { Name: 'Name is required', Description: 'Description is required' },
    invalid: ['Validation error'],
    fill: { choose: { Color: 'Teal', Gender: 'Women' }, type: {} },
    shows: ['Teal', 'Women', '₹1,250.50'],
    created: ['Cloth created'],
    updated: ['Cloth updated'],
    toggled: 'cloth',
    failures: {
      create: 'Error saving cloth',
      update: 'Error saving cloth',
      active: 'error updating cloth status',
      studio: 'error updating cloth status',
    },
    listFailed: 'Error loading clothes',
    lookupsFailed: 'Error loading data',
    waiting: {
      Brand: 'Loading brands...',
      Color: 'Loading colors...',
      Category: 'Loading categories...',
    },
    startsInStudio: false,
  },
  backdrops: {
    path: '/ops/backdrops-manager',
    table: 'backdrops',
    title: 'backdrops manager',
    search: 'search backdrops',
    add: 'add new backdrop',
    columns: [
      'image',
      'backdrop id',
      'name',
      'color',
      'size',
      'material',
      'quantity',
      'price',
      'in studio',
      'active',
      '',
    ],
    empty: 'no backdrops found',
    loading: 'loading backdrops...',
    dialog: { add: 'add backdrop', edit: 'edit backdrop' },
    submit: { create: 'create backdrop', update: 'update backdrop' },
    code: 'backdrop id',
    prefix: 'BDP-',
    required: {
      Name: 'Name is required',
      Description: 'Description is required',
      Material: 'Material is required',
      Color: 'Color is required',
      Size: 'Size is required',
      Length: 'Length must be greater than 0',
      Width: 'Width must be greater than 0',
    },
    invalid: CHECK,
    fill: {
      choose: { Material: 'Muslin', Color: 'Teal', Size: '8 × 10 ft' },
      type: { Length: '12.5', Width: '9' },
    },
    shows: ['Muslin', 'Teal', '8 × 10 ft · 12.5 × 9 ft', '₹1,250.50'],
    created: ['Backdrop created successfully'],
    updated: ['Backdrop updated successfully'],
    toggled: 'backdrop',
    failures: {
      create: 'Error saving backdrop',
      update: 'Error saving backdrop',
      active: 'error updating status',
      studio: 'error updating status',
    },
    listFailed: 'Error loading backdrops',
    lookupsFailed: 'error loading data',
    waiting: { Material: 'Loading materials...', Color: 'Loading colors...' },
    startsInStudio: false,
  },
  gear: {
    path: '/ops/gear-manager',
    table: 'gear',
    title: 'gear manager',
    search: 'search gear',
    add: 'add new gear',
    columns: [
      'image',
      'id',
      'name',
      'category',
      'brand',
      'price',
      'quantity',
      'in studio',
      'active',
      'edit',
    ],
    empty: 'no gear found',
    loading: 'loading gear...',
    dialog: { add: 'add gear', edit: 'edit gear' },
    submit: { create: 'create gear', update: 'update gear' },
    code: 'id',
    prefix: 'GER-',
    required: { Name: 'Name is required', Description: 'Description is required' },
    invalid: CHECK,
    fill: { choose: { Category: 'Lenses', Brand: 'Kestrel' }, type: {} },
    shows: ['Lenses', 'Kestrel', '₹1,250.50'],
    created: ['Gear created', '{name} added successfully'],
    updated: ['Gear updated', '{name} updated successfully'],
    toggled: 'gear',
    failures: {
      create: 'Error',
      update: 'Error',
      active: 'error updating gear status',
      studio: 'error updating gear status',
    },
    listFailed: 'Error loading gear',
    lookupsFailed: 'error loading data',
    waiting: { Brand: 'Loading brands...', Category: 'Loading categories...' },
    startsInStudio: false,
  },
  crew: {
    path: '/ops/crew-manager',
    table: 'crews',
    title: 'crew manager',
    search: 'search crew',
    add: 'add new crew',
    columns: [
      'image',
      'id',
      'name',
      'category',
      'price',
      'quantity',
      'in studio',
      'active',
      'edit',
    ],
    empty: 'no crews found',
    loading: 'loading crews...',
    dialog: { add: 'add crew', edit: 'edit crew' },
    submit: { create: 'create crew', update: 'update crew' },
    code: 'id',
    prefix: 'CRW-',
    required: { Name: 'Name is required.', Description: 'Description is required.' },
    invalid: CHECK,
    fill: { choose: { Category: 'Photographer' }, type: {} },
    shows: ['Photographer', '₹1,250.50'],
    created: ['crew created', '{name} added successfully'],
    updated: ['crew updated', '{name} updated successfully'],
    toggled: 'crew',
    failures: {
      create: 'error creating crew',
      update: 'error updating crew',
      active: 'error',
      studio: 'error',
    },
    listFailed: 'Error loading crews',
    lookupsFailed: 'error loading data',
    waiting: { Category: 'Loading categories...' },
    startsInStudio: false,
  },
  sets: {
    path: '/ops/sets-manager',
    table: 'sets',
    title: 'sets & packages manager',
    search: 'search sets & packages',
    add: 'add set / package',
    columns: [
      'image',
      'id',
      'name',
      'category',
      'price',
      'quantity',
      'in studio',
      'active',
      'edit',
    ],
    empty: 'no sets or packages found',
    loading: 'loading sets & packages...',
    dialog: { add: 'add set / package', edit: 'edit set / package' },
    submit: { create: 'create set / package', update: 'update set / package' },
    code: 'id',
    prefix: 'SET-',
    required: {
      Name: 'Name is required',
      Description: 'Description is required',
      Category: 'Category is required',
    },
    invalid: CHECK,
    fill: { choose: { Category: 'Package' }, type: {} },
    shows: ['Package', '₹1,250.50'],
    created: ['set created', '{name} added successfully'],
    updated: ['set updated', '{name} updated successfully'],
    toggled: 'set',
    failures: {
      create: 'error creating set',
      update: 'error updating set',
      active: 'error updating set status',
      studio: 'error updating set status',
    },
    listFailed: 'Error loading sets & packages',
    lookupsFailed: 'error loading data',
    waiting: {},
    startsInStudio: true,
  },
};
