import * as z from 'zod/mini';

/** A new link to one of the studio's pages. */
export const madeLink = z.object({
  /** uuid */
  id: z.string(),
  /** The secret part of its address, which cannot be read again. */
  secret: z.string(),
});

/** A new link; see {@link madeLink}. */
export type MadeLink = z.output<typeof madeLink>;
