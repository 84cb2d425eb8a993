import { z } from 'zod';

/** First file of a backup. */
export const MANIFEST = 'manifest.json';

/**
 * What a backup says about itself. The archive holds, in this order: the manifest; for each table
 * `tables/<schema.table>/<part>`, rows as COPY's text format has them, the parts to be put one
 * after the other; for each stored object `objects/<key>`, its bytes; `SHA256SUMS`.
 */
export const manifestSchema = z.strictObject({
  format: z.literal('studio-rental-backup'),
  version: z.literal(1),
  made_at: z.string(),
  /** Last migration that the database had: of the product, and of the platform. */
  migrations: z.strictObject({ product: z.string(), platform: z.string() }),
  /** In an order that foreign keys allow. */
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.strictObject({ name: z.string(), next: z.string().regex(/^-?\d+$/) })),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** The table whose rows such a file holds, or null. */
export const tableOf = (name: string): string | null =>
  /^tables\/(.+)\/\d+$/.exec(name)?.[1] ?? null;

/** The key of the object whose bytes such a file holds, or null. */
export const objectOf = (name: string): string | null => /^objects\/(.+)$/s.exec(name)?.[1] ?? null;
