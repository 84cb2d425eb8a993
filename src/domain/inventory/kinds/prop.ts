import { prop } from '../../catalogue/kinds/prop.ts';
import { PRICE, QUANTITY } from '../fields.ts';
import type { InventoryKind } from '../inventory-kind.ts';
import { sideConstraints, SIDES } from '../sides.ts';

/** The props manager. */
export const propInventory: InventoryKind = {
  kind: prop.kind,
  table: prop.table,
  codeColumn: prop.codeColumn,
  texts: {
    title: 'props manager',
    search: 'search props',
    add: 'add new prop',
    code: 'prop ID',
    empty: 'no props found',
    loading: 'loading props...',
    noMatchHint: 'The search looks at name, prop id, description, brand and category.',
    dialog: { add: 'add prop', edit: 'edit prop', created: 'prop created' },
    submit: { create: 'create prop', update: 'save prop' },
    saved: {
      created: (name) => ({
        title: 'prop created',
        description: `${name} has been added successfully`,
      }),
      updated: (name) => ({
        title: 'prop updated',
        description: `${name} has been updated successfully`,
      }),
    },
    invalid: { title: 'Validation error', description: 'Please check all required fields' },
    saveFailed: { create: 'error creating prop', update: 'error updating prop' },
    toggled: 'prop',
    toggleFailed: {
      active: 'error updating prop status',
      in_studio: 'error updating studio status',
    },
    lookupsFailed: 'Error loading data',
  },
  lookups: [
    {
      field: 'brand_id',
      key: 'brand',
      label: 'Brand',
      source: { table: 'prop_brands', column: 'name' },
      plural: 'brands',
      rule: { required: 'Brand is required', onlyIfListed: true },
      filters: true,
    },
    {
      field: 'color_id',
      key: 'colour',
      label: 'Color',
      source: { table: 'colors', column: 'name' },
      plural: 'colors',
      rule: { required: 'Color is required', onlyIfListed: true },
    },
    {
      field: 'category_id',
      key: 'category',
      label: 'Category',
      source: { table: 'prop_categories', column: 'name' },
      plural: 'categories',
      rule: { required: 'Category is required', onlyIfListed: true },
      filters: true,
    },
  ],
  cardFact: 'category',
  measures: SIDES,
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
  checks: 'onSubmit',
  startsInStudio: false,
  constraintFields: sideConstraints(prop.table),
};
