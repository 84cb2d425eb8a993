/** The schemas whose objects the product's migrations make. */
export const SCHEMAS = ['public', 'private'];

/** Schemas of the platform, in which the product only adds policies and triggers. */
export const PLATFORM_SCHEMAS = ['auth', 'storage', 'realtime'];

/** Kinds of object, in the order in which a file has them. */
export const KINDS = [
  'schema',
  'default privileges',
  'extension',
  'collation',
  'type',
  'sequence',
  'table',
  'column order',
  'column',
  'constraint',
  'index',
  'row level security',
  'policy',
  'trigger',
  'view',
  'function',
  'grants',
  'comment',
  'publication',
  'rows',
] as const;
export type Kind = (typeof KINDS)[number];

/** An object of the database, or a part of one. */
export type Entry = {
  kind: Kind;
  /** Its identity within the kind: `public.props`, `public.props.price`. */
  name: string;
  /** The key of the object that it is a part of: `table public.props`. Its own if it is none's. */
  of: string;
  /** Its definition in full, but of a column and a constraint only the line in `create table`. */
  sql: string;
};

/** The key of an entry in the catalog. */
export const keyOf = ({ kind, name }: Pick<Entry, 'kind' | 'name'>) => `${kind} ${name}`;

/** Columns and constraints stay in the order in which they were read. */
const ORDERED = new Set<Kind>(['column', 'constraint']);

const ascending = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** The order of entries: by kind, then by name. */
export const compareEntries = (a: Entry, b: Entry): number =>
  KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
  ascending(a.of, b.of) ||
  (ORDERED.has(a.kind) ? 0 : ascending(a.name, b.name));
