import { z } from 'zod';

/** Name of a backup's first file. */
export const MANIFEST = 'manifest.json';

/**
 * The manifest of a backup. The archive contains, in this order: the manifest; for each table
 * `tables/<schema.table>/<part>`, rows in COPY's text format, to be concatenated; for each stored
 * object `objects/<key>`, its bytes; `SHA256SUMS`.
 */
export const manifestSchema = z.strictObject({
  format: z.literal('studio-rental-backup'),
  version: z.literal(1),
  made_at: z.string(),
  /** The last migration applied: of the product, and of the platform. */
  migrations: z.strictObject({ product: z.string(), platform: z.string() }),
  /** In foreign key order. */
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.strictObject({ name: z.string(), next: z.string().regex(/^-?\d+$/) })),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** The table of an entry's rows, or null. */
export const tableOf = (name: string): string | null =>
  /^tables\/(.+)\/\d+$/.exec(name)?.[1] ?? null;

/** The key of an entry's object, or null. */
export const objectOf = (name: string): string | null => /^objects\/(.+)$/s.exec(name)?.[1] ?? null;
