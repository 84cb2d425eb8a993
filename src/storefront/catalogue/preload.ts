/**
 * What a loader does with a read that its page also watches. On the server the page waits for it, so
 * that the HTML holds the items. In the browser the page opens at once and shows its skeleton. A
 * failure is left to the page, which shows it with a retry.
 */
export async function preload(read: Promise<unknown>): Promise<void> {
  const settled = read.then(
    () => undefined,
    () => undefined,
  );
  if (typeof window === 'undefined') await settled;
}
