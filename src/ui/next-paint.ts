/** Resolves after the next paint. */
export function nextPaint(): Promise<void> {
  // why: a task queued in an animation frame runs after that frame is painted.
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
