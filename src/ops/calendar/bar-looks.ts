import type { BarLook } from '#domain/timeline/bar-text.ts';

const PRINTED = '[print-color-adjust:exact]';

/** Classes of a bar by its look: one hue for each state. */
export const BAR_LOOKS: Record<BarLook, string> = {
  booked: `bg-teal text-white ${PRINTED}`,
  held: `border border-teal bg-surface text-teal-deep ${PRINTED}`,
  out: `bg-ink text-white ${PRINTED}`,
  overdue: `bg-red text-white ${PRINTED}`,
  returned: `bg-rule text-ink ${PRINTED}`,
  'out-of-service': `border border-rule-strong bg-surface bg-[repeating-linear-gradient(135deg,var(--color-rule)_0_3px,transparent_3px_7px)] text-ink ${PRINTED}`,
  'hired-in': `border border-dashed border-ink-quiet bg-surface text-ink ${PRINTED}`,
};

/** Classes of the days of turnaround after a bar. */
export const TURNAROUND = `bg-[repeating-linear-gradient(135deg,var(--color-rule-strong)_0_1px,transparent_1px_5px)] opacity-70 ${PRINTED}`;
