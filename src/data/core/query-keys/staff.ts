import type { CrmSearch } from '#domain/crm/crm-search.ts';
import type { ItemKind } from '#domain/catalogue/kinds/kind.ts';

/**
 * TanStack Query's keys for everything that staff read. All start with `ops`, so that a live update
 * invalidates them together and a sign-out removes them together.
 */
export const staffKeys = {
  all: ['ops'],
  profile: (userId: string) => ['ops', 'profile', userId],
  secondFactor: ['ops', 'second-factor'],
  dashboard: ['ops', 'dashboard'],
  crmCounts: ['ops', 'crm-counts'],
  assignees: ['ops', 'assignees'],
  /** The accounts of staff. */
  accounts: ['ops', 'accounts'],
  statuses: (kind: string) => ['ops', 'statuses', kind],
  leads: (search: Partial<CrmSearch>, userId: string) => ['ops', 'leads', 'list', search, userId],
  enquiries: (search: Partial<CrmSearch>) => ['ops', 'enquiries', 'list', search],
  enquiry: (number: string) => ['ops', 'enquiries', 'one', number],
  orders: (search: Partial<CrmSearch>) => ['ops', 'orders', 'list', search],
  order: (number: string) => ['ops', 'orders', 'one', number],
  documentList: (question: object) => ['ops', 'documents', 'list', question],
  documentsOf: (source: object) => ['ops', 'documents', 'of', source],
  document: (id: string) => ['ops', 'documents', 'one', id],
  printedDocument: (id: string, version: number) => ['ops', 'documents', 'printed', id, version],
  taxClasses: ['ops', 'tax-classes'],
  messageList: (question: object) => ['ops', 'messages', 'list', question],
  messageChannels: ['ops', 'messages', 'channels'],
  messagesOf: (record: string) => ['ops', 'messages', 'of', record],
  messageContent: (id: string) => ['ops', 'messages', 'content', id],
  /** Whether the site sends e-mails. */
  emailWay: ['ops', 'messages', 'way'],
  writtenEmail: (id: string) => ['ops', 'messages', 'written', id],
  conflicts: ['ops', 'conflicts'],
  /** Links of calendars and day sheets. */
  links: ['ops', 'links'],
  linksOf: (person?: string) => ['ops', 'links', person],
  /** Records of any kind by a search text. */
  deskSearch: (q: string) => ['ops', 'desk-search', q],
  timeline: (question: object) => ['ops', 'timeline', question],
  /** The lines of an order that would be short on other days. */
  datesCheck: (question: object) => ['ops', 'timeline', 'check', question],
  /** A day at the desk, of everybody or of one owner. */
  dueToday: (day: string, assignee: string | undefined, most: number) => [
    'ops',
    'due-today',
    day,
    assignee,
    most,
  ],
  pickList: (number: string) => ['ops', 'orders', 'pick-list', number],
  /** Signed addresses of photos, by their names. */
  returnPhotos: (names: readonly string[]) => ['ops', 'return-photos', names],
  /** Items that are free on some days, instead of another one. */
  swaps: (question: object) => ['ops', 'swaps', question],
  /** The free pieces of some items on some days. */
  free: (question: object) => ['ops', 'free', question],
  /** Customers by any words, so many of them. */
  foundCustomers: (q: string, size: number) => ['ops', 'customers', 'found', q, size],
  /** Pairs of customers who are likely one person. */
  duplicatePairs: ['ops', 'customers', 'duplicate-pairs'],
  customer: (number: string) => ['ops', 'customers', 'one', number],
  customerName: (id: string) => ['ops', 'customers', 'name', id],
  /** Everything about the items of all kinds. */
  inventories: ['ops', 'inventory'],
  /** Everything about the items of one kind: lists, single items and the log. */
  inventory: (kind: ItemKind) => ['ops', 'inventory', kind],
  inventoryList: (kind: ItemKind, list: object) => ['ops', 'inventory', kind, 'list', list],
  inventoryItem: (kind: ItemKind, code: string) => ['ops', 'inventory', kind, 'one', code],
  inventoryLog: (kind: ItemKind) => ['ops', 'inventory', kind, 'log'],
  /** Figures and reservations of an item over some days. */
  itemStock: (kind: ItemKind, id: string, from: string, days: number) => [
    'ops',
    'inventory',
    kind,
    'stock',
    id,
    from,
    days,
  ],
  stockCheck: (kind: ItemKind, id: string) => ['ops', 'inventory', kind, 'stock-check', id],
  components: (kind: ItemKind, id: string) => ['ops', 'inventory', kind, 'components', id],
  pieces: (kind: ItemKind, id: string) => ['ops', 'inventory', kind, 'pieces', id],
  labels: (codes: readonly string[]) => ['ops', 'inventory', 'labels', codes],
  /** The item or piece of a label's code, and its orders. */
  scan: (code: string) => ['ops', 'scan', code],
  /** Items of any kind by a search text. */
  itemPrices: (ids: readonly string[]) => ['ops', 'inventory', 'prices', ids],
  foundItems: (q: string) => ['ops', 'inventory', 'found', q],
  /** why not `foundItems`: a search for the same text that ends would cancel the look-up of a scanned code. */
  itemOfCode: (code: string) => ['ops', 'inventory', 'of code', code],
  /** Items to rent out by words, with what is free on some days. */
  rentable: (question: object) => ['ops', 'inventory', 'rentable', question],
  activity: (question: object) => ['ops', 'activity', question],
  /** The money of an order, by the order's id. */
  ledger: (order: string) => ['ops', 'money', 'ledger', order],
  /** The refund if an order is cancelled, by the order's id. */
  cancellation: (order: string) => ['ops', 'money', 'cancellation', order],
  /** Orders that owe money. */
  due: ['ops', 'money', 'due'],
  openClaims: ['ops', 'money', 'claims'],
  /** The user's own notices. */
  notices: ['ops', 'notices'],
  /** The subscription of this browser. */
  thisDevice: ['ops', 'notices', 'this-device'],
  activityPeople: ['ops', 'activity-people'],
  availabilitySettings: ['ops', 'availability-settings'],
  /** Settings of the studio, and their history. */
  allSettings: ['ops', 'settings'],
  setup: ['ops', 'settings', 'setup'],
  settings: (groups: readonly string[]) => ['ops', 'settings', groups],
  settingHistory: (groups: readonly string[]) => ['ops', 'settings', 'history', groups],
  /** The demo data of the studio, with or without counts. */
  demoStudio: (withCounts: boolean) => ['ops', 'demo-studio', withCounts],
  /** The logged values of one bulk change; they never change, so no other key covers them. */
  inventoryBatch: (batch: string) => ['ops', 'inventory-batch', batch],
  /** Every lookup, as options and as editable values. */
  lookups: ['ops', 'lookups'],
  lookupOptions: (source: string | readonly object[]) => ['ops', 'lookups', source],
  lookupValues: (table: string) => ['ops', 'lookups', table, 'values'],
} as const;

/** Whether a key is that of a signed-in user's own profile. */
export const isProfileKey = (key: readonly unknown[]) => key[1] === 'profile';
