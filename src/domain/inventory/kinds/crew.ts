import { crew } from '../../catalogue/kinds/crew.ts';
import { PRICE, QUANTITY } from '../fields.ts';
import type { InventoryKind } from '../inventory-kind.ts';

/** The crew manager. */
export const crewInventory: InventoryKind = {
  kind: crew.kind,
  table: crew.table,
  codeColumn: crew.codeColumn,
  texts: {
    title: 'crew manager',
    search: 'search crew',
    add: 'add new crew',
    code: 'id',
    empty: 'no crews found',
    loading: 'loading crews...',
    noMatchHint: 'The search looks at name, crew id and category.',
    dialog: { add: 'add crew', edit: 'edit crew' },
    submit: { create: 'create crew', update: 'update crew' },
    saved: {
      created: (name) => ({ title: 'crew created', description: `${name} added successfully` }),
      updated: (name) => ({ title: 'crew updated', description: `${name} updated successfully` }),
    },
    invalid: { title: 'Validation error', description: 'Please check all required fields' },
    saveFailed: { create: 'error creating crew', update: 'error updating crew' },
    toggled: 'crew',
    toggleFailed: {
      active: 'error',
      in_studio: 'error',
      fallback: 'Failed to update crew status',
      signedOut: {
        title: 'Authentication Error',
        description: 'You must be logged in to perform this action',
      },
    },
    listFailed: 'Error loading crews',
    listSignedOut: 'Authentication required',
    lookupsFailed: 'error loading data',
  },
  lookups: [
    {
      field: 'category_id',
      key: 'category',
      label: 'Category',
      source: { table: 'crew_categories', column: 'name' },
      plural: 'categories',
      rule: { none: 'None' },
      filters: true,
    },
  ],
  cardFact: 'category',
  measures: [],
  messages: {
    name: 'Name is required.',
    description: 'Description is required.',
    price: {
      ...PRICE,
      required: 'Price is required.',
      notNumber: 'Price is required.',
      tooSmall: 'Price cannot be negative.',
    },
    quantity: {
      ...QUANTITY,
      required: 'Quantity is required.',
      notNumber: 'Quantity is required.',
      tooSmall: 'Quantity cannot be negative.',
    },
  },
  checks: 'onSubmit',
  hasLinks: true,
  startsInStudio: false,
};
