/** The longest wait for a paint, in milliseconds. */
const LONGEST_WAIT_MS = 250;

/** Resolves after the next paint, or after a quarter of a second in a page that is not painted, as in a hidden tab. */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    // why: a task queued in an animation frame runs after that frame is painted.
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, LONGEST_WAIT_MS);
  });
}
