/** The steps of a new studio's set-up, in order (docs/product/settings.md#first-start). */
export const SETUP_STEPS = ['name', 'contact', 'gst', 'categories', 'items'] as const;

export type SetupStep = (typeof SETUP_STEPS)[number];

/** How far the set-up is. */
export interface SetupState {
  done: readonly SetupStep[];
  /** Skipped and not done. */
  skipped: readonly SetupStep[];
  /** Finished or dismissed. */
  finished: boolean;
}
