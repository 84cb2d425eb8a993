import { set } from '../../catalogue/kinds/set.ts';
import { PRICE, QUANTITY } from '../fields.ts';
import type { InventoryKind } from '../inventory-kind.ts';

/** The sets and packages manager. */
export const setInventory: InventoryKind = {
  kind: set.kind,
  table: set.table,
  codeColumn: set.codeColumn,
  texts: {
    title: 'sets & packages manager',
    search: 'search sets & packages',
    add: 'add set / package',
    code: 'id',
    empty: 'no sets or packages found',
    loading: 'loading sets & packages...',
    noMatchHint: 'The search looks at name, set id, description and category.',
    dialog: { add: 'add set / package', edit: 'edit set / package' },
    submit: { create: 'create set / package', update: 'update set / package' },
    saved: {
      created: (name) => ({ title: 'set created', description: `${name} added successfully` }),
      updated: (name) => ({ title: 'set updated', description: `${name} updated successfully` }),
    },
    invalid: { title: 'Validation error', description: 'Please check all required fields' },
    saveFailed: { create: 'error creating set', update: 'error updating set' },
    toggled: 'set',
    toggleFailed: { active: 'error updating set status', in_studio: 'error updating set status' },
    listFailed: 'Error loading sets & packages',
    lookupsFailed: 'error loading data',
  },
  lookups: [
    {
      field: 'category',
      key: 'category',
      label: 'Category',
      source: {
        options: [
          { value: 'set', label: 'Set' },
          { value: 'package', label: 'Package' },
        ],
      },
      plural: 'categories',
      rule: { required: 'Category is required' },
      filters: true,
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
  checks: 'onSubmit',
  startsInStudio: true,
  hasComponents: true,
};
