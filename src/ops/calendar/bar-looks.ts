import type { BarLook } from '#domain/timeline/bar-text.ts';

/** Printed as on the screen; with forced colours, in those of the system. */
const ADJUSTED = '[print-color-adjust:exact] forced-color-adjust-none';
/** An outlined bar with forced colours. */
const OUTLINED =
  'forced-colors:border-[CanvasText] forced-colors:bg-[Canvas] forced-colors:text-[CanvasText]';
/** Diagonal lines in a colour. */
const HATCHED =
  'bg-[repeating-linear-gradient(135deg,var(--hatch)_0_3px,transparent_3px_7px)] [--hatch:var(--color-rule)] forced-colors:[--hatch:GrayText]';

/**
 * Classes of a bar by its look: one hue for each state. With forced colours fills and frames differ instead: solid,
 * inverted, double, dotted, dashed, hatched.
 */
export const BAR_LOOKS: Record<BarLook, string> = {
  booked: `bg-teal text-on-fill forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] ${ADJUSTED}`,
  held: `border border-teal bg-surface text-teal-deep ${OUTLINED} ${ADJUSTED}`,
  out: `bg-ink text-paper forced-colors:bg-[CanvasText] forced-colors:text-[Canvas] ${ADJUSTED}`,
  overdue: `bg-red text-on-fill forced-colors:border-5 forced-colors:border-double ${OUTLINED} ${ADJUSTED}`,
  returned: `bg-rule text-ink forced-colors:border-2 forced-colors:border-dotted ${OUTLINED} ${ADJUSTED}`,
  'out-of-service': `border border-rule-strong bg-surface ${HATCHED} text-ink ${OUTLINED} ${ADJUSTED}`,
  'hired-in': `border border-dashed border-ink-quiet bg-surface text-ink ${OUTLINED} ${ADJUSTED}`,
};

/** Classes of the days of turnaround after a bar. */
export const TURNAROUND = `bg-[repeating-linear-gradient(135deg,var(--hatch)_0_1px,transparent_1px_5px)] [--hatch:var(--color-rule-strong)] forced-colors:[--hatch:GrayText] opacity-70 ${ADJUSTED}`;
