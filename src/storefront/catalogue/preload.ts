/**
 * For loaders whose page subscribes to the same query. The server waits for the read, so that the HTML
 * contains the items; the browser does not, and the page opens with its skeleton. Errors are swallowed:
 * the page shows them, with a retry.
 */
export async function preload(read: Promise<unknown>): Promise<void> {
  const settled = read.then(
    () => undefined,
    () => undefined,
  );
  if (typeof window === 'undefined') await settled;
}
