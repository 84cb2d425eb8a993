import { gear } from '../../catalogue/kinds/gear.ts';
import { PRICE, QUANTITY } from '../fields.ts';
import type { InventoryKind } from '../inventory-kind.ts';
import { sideConstraints, SIDES } from '../sides.ts';

const PRICE_NUMBER = 'Price must be a positive number';
const QUANTITY_NUMBER = 'Quantity must be a positive number';

/** The gear manager. */
export const gearInventory: InventoryKind = {
  kind: gear.kind,
  table: gear.table,
  codeColumn: gear.codeColumn,
  texts: {
    title: 'gear manager',
    search: 'search gear',
    add: 'add new gear',
    code: 'id',
    empty: 'no gear found',
    loading: 'loading gear...',
    noMatchHint: 'The search looks at name and id.',
    dialog: { add: 'add gear', edit: 'edit gear' },
    submit: { create: 'create gear', update: 'update gear' },
    saved: {
      created: (name) => ({ title: 'Gear created', description: `${name} added successfully` }),
      updated: (name) => ({ title: 'Gear updated', description: `${name} updated successfully` }),
    },
    invalid: { title: 'Validation error', description: 'Please check all required fields' },
    saveFailed: { create: 'Error', update: 'Error' },
    toggled: 'gear',
    toggleFailed: { active: 'error updating gear status', in_studio: 'error updating gear status' },
    listFailed: 'Error loading gear',
    lookupsFailed: 'error loading data',
  },
  lookups: [
    {
      field: 'gear_category_id',
      key: 'category',
      label: 'Category',
      source: { table: 'gear_category_manager', column: 'name' },
      plural: 'categories',
      rule: { none: 'None' },
      filters: true,
    },
    {
      field: 'gear_brand_id',
      key: 'brand',
      label: 'Brand',
      source: { table: 'gear_brands', column: 'name' },
      plural: 'brands',
      rule: { none: 'None' },
      filters: true,
    },
  ],
  cardFact: 'category',
  measures: SIDES,
  messages: {
    name: 'Name is required',
    description: 'Description is required',
    price: {
      ...PRICE,
      required: PRICE_NUMBER,
      notNumber: PRICE_NUMBER,
      tooSmall: 'Price cannot be negative',
    },
    quantity: {
      ...QUANTITY,
      required: QUANTITY_NUMBER,
      notNumber: QUANTITY_NUMBER,
      tooSmall: 'Quantity cannot be negative',
    },
  },
  checks: 'onSubmit',
  startsInStudio: false,
  constraintFields: sideConstraints(gear.table),
};
