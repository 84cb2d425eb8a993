/**
 * Limits of a function. Memory, CPU time, request time and lifetime are those of Supabase's paid
 * plans (https://supabase.com/docs/guides/functions/limits).
 */
export const FUNCTION_LIMITS = {
  memoryMb: 256,
  /** CPU time per request, in ms. */
  cpuMs: 2000,
  /** Time until the response begins, in ms. */
  responseMs: 150_000,
  /** Time until the response ends, in ms. */
  wholeMs: 400_000,
  /** Time to load the function, in ms. */
  bootMs: 10_000,
  /** A thread without requests ends after this time, in ms. */
  unusedMs: 120_000,
  bodyBytes: 10_000_000,
};
export type FunctionLimits = typeof FUNCTION_LIMITS;
