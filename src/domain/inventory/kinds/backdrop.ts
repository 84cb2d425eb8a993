import { areaSpelling } from '../../area.ts';
import { backdrop } from '../../catalogue/kinds/backdrop.ts';
import { FEET, PRICE, QUANTITY } from '../fields.ts';
import type { InventoryKind } from '../inventory-kind.ts';

const LENGTH = 'Length must be greater than 0';
const WIDTH = 'Width must be greater than 0';

/** The backdrops manager. */
export const backdropInventory: InventoryKind = {
  kind: backdrop.kind,
  table: backdrop.table,
  codeColumn: backdrop.codeColumn,
  texts: {
    title: 'backdrops manager',
    search: 'search backdrops',
    add: 'add new backdrop',
    code: 'backdrop id',
    empty: 'no backdrops found',
    loading: 'loading backdrops...',
    noMatchHint: 'The search looks at name, backdrop id, color, size and material.',
    dialog: { add: 'add backdrop', edit: 'edit backdrop' },
    submit: { create: 'create backdrop', update: 'update backdrop' },
    saved: {
      created: (name, code) => ({
        title: 'Backdrop created successfully',
        description: `${code} ${name}`,
      }),
      updated: (name) => ({ title: 'Backdrop updated successfully', description: name }),
    },
    invalid: { title: 'Validation error', description: 'Please check all required fields' },
    saveFailed: { create: 'Error saving backdrop', update: 'Error saving backdrop' },
    toggled: 'backdrop',
    toggleFailed: { active: 'error updating status', in_studio: 'error updating status' },
    listFailed: 'Error loading backdrops',
    lookupsFailed: 'error loading data',
  },
  lookups: [
    {
      field: 'material_id',
      key: 'material',
      label: 'Material',
      source: { table: 'backdrop_materials', column: 'name' },
      plural: 'materials',
      rule: { required: 'Material is required' },
      filters: true,
    },
    {
      field: 'color_id',
      key: 'colour',
      label: 'Color',
      source: { table: 'colors', column: 'name' },
      plural: 'colors',
      rule: { required: 'Color is required' },
    },
    {
      field: 'size_id',
      key: 'size',
      label: 'Size',
      source: { table: 'backdrop_size_manager', column: 'size_value', order: 'size_order' },
      plural: 'sizes',
      spelling: areaSpelling,
      rule: { required: 'Size is required' },
      filters: true,
    },
  ],
  cardFact: 'material',
  measures: [
    {
      field: 'length_feet',
      unit: 'ft',
      rule: { ...FEET, label: 'Length', required: LENGTH, tooSmall: LENGTH },
    },
    {
      field: 'width_feet',
      unit: 'ft',
      rule: { ...FEET, label: 'Width', required: WIDTH, tooSmall: WIDTH },
    },
  ],
  messages: {
    name: 'Name is required',
    description: 'Description is required',
    price: { ...PRICE, required: 'Price is required', tooSmall: 'Price cannot be negative' },
    quantity: {
      ...QUANTITY,
      required: 'Quantity must be at least 1',
      tooSmall: 'Quantity must be at least 1',
    },
  },
  checks: 'onSubmit',
  quantityAdvice: { below: 1, text: 'Quantity must be at least 1' },
  createsInARow: true,
  startsInStudio: false,
  constraintFields: {
    backdrops_length_range: 'length_feet',
    backdrops_width_range: 'width_feet',
  },
};
