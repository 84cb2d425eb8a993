import * as z from 'zod/mini';

/** The steps of a new studio's set-up, in order (docs/product/settings.md#first-start). */
export const SETUP_STEPS = ['name', 'contact', 'gst', 'categories', 'items'] as const;

export type SetupStep = (typeof SETUP_STEPS)[number];

const step = z.enum(SETUP_STEPS);

/** Progress of the set-up. */
export const setupState = z.object({
  done: z.array(step),
  /** Skipped and not done. */
  skipped: z.array(step),
  /** Finished or dismissed. */
  finished: z.boolean(),
});
export type SetupState = z.output<typeof setupState>;
