/** Resolves once what is on its way to the screen has been painted. */
export function nextPaint(): Promise<void> {
  // why: a task after a frame's callbacks runs when the frame is painted.
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
