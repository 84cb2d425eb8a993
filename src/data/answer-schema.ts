import type * as z from 'zod/mini';

/** A schema that parses to a `T`. */
export type Schema<T> = z.ZodMiniType<T>;

/**
 * A schema for each field of `T`. Written as `satisfies Fields<T>`, so that a field without a schema
 * does not compile: the parser would strip it.
 */
export type Fields<T> = { [Key in keyof T]-?: Schema<T[Key]> };
