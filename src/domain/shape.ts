import * as z from 'zod/mini';

/** Parts of the shapes that the database answers with. */
export const text = z.string();
export const optionalText = z.nullable(text);
export const count = z.number();
export const optionalCount = z.nullable(count);
export const rupees = z.number();
export const optionalRupees = z.nullable(rupees);

/** Extent to which visitors learn of stock: figures, free or not, or nothing (docs/product/availability.md#what-visitors-see). */
export const visitorsSee = z.enum(['exact', 'yes-no', 'off']);

/** A calendar date in the studio's time zone, `YYYY-MM-DD`. */
export const studioDate = z.string();
export const optionalDate = z.nullable(studioDate);
