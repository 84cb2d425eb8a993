/** Runs when the browser is idle; returns a function that cancels it. */
export function whenIdle(run: () => void): () => void {
  // why: Safari has no `requestIdleCallback`.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 1);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run);
  return () => cancelIdleCallback(handle);
}
