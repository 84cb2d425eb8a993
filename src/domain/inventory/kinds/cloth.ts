import { cloth } from '../../catalogue/kinds/cloth.ts';
import { PRICE, QUANTITY } from '../fields.ts';
import type { InventoryKind } from '../inventory-kind.ts';

/** The clothes manager. */
export const clothInventory: InventoryKind = {
  kind: cloth.kind,
  table: cloth.table,
  codeColumn: cloth.codeColumn,
  texts: {
    title: 'clothes manager',
    search: 'search clothes',
    add: 'add new clothing',
    code: 'cloth id',
    empty: 'no clothes found',
    loading: 'loading clothes...',
    noMatchHint: 'The search looks at name and cloth id.',
    dialog: { add: 'add clothing', edit: 'edit cloth' },
    submit: { create: 'create clothing', update: 'update clothing' },
    saved: {
      created: (name, code) => ({ title: 'Cloth created', description: `${code} ${name}` }),
      updated: (name) => ({ title: 'Cloth updated', description: name }),
    },
    invalid: { title: 'Validation error' },
    saveFailed: { create: 'Error saving cloth', update: 'Error saving cloth' },
    toggled: 'cloth',
    toggleFailed: {
      active: 'error updating cloth status',
      in_studio: 'error updating cloth status',
    },
    listFailed: 'Error loading clothes',
    lookupsFailed: 'Error loading data',
  },
  lookups: [
    {
      field: 'brand_id',
      key: 'brand',
      label: 'Brand',
      source: { table: 'cloth_brands', column: 'name' },
      plural: 'brands',
      rule: { none: 'None' },
      filters: true,
    },
    {
      field: 'color_id',
      key: 'colour',
      label: 'Color',
      source: { table: 'colors', column: 'name' },
      plural: 'colors',
      rule: { none: 'None' },
    },
    {
      field: 'category_id',
      key: 'category',
      label: 'Category',
      source: { table: 'cloth_categories', column: 'name' },
      plural: 'categories',
      rule: { none: 'None' },
      filters: true,
    },
    {
      field: 'gender_id',
      key: 'gender',
      label: 'Gender',
      source: { table: 'gender_options', column: 'label' },
      plural: 'genders',
      rule: { none: 'None' },
    },
    {
      field: 'size_id',
      key: 'size',
      label: 'Size',
      source: { table: 'clothes_size_manager', column: 'size_value', order: 'size_order' },
      plural: 'sizes',
      rule: { none: 'None' },
    },
  ],
  cardFact: 'category',
  measures: [],
  messages: {
    name: 'Name is required',
    description: 'Description is required',
    price: { ...PRICE, required: 'Price is required', tooSmall: 'Price cannot be negative' },
    quantity: {
      ...QUANTITY,
      required: 'Quantity is required',
      tooSmall: 'Quantity cannot be negative',
    },
  },
  checks: 'onBlur',
  startsInStudio: false,
};
