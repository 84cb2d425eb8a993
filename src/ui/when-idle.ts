/** Runs when the browser has nothing better to do; returns what takes it back. */
export function whenIdle(run: () => void): () => void {
  // why: Safari has no idle callback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 1);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run);
  return () => cancelIdleCallback(handle);
}
