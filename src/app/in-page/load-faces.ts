/**
 * Loads the page's faces with the page, except on a slow connection or where data is to be saved. Its source is inlined
 * into the page, so it can use nothing from outside the function.
 * @param slow Mbps below which a connection is slow
 */
export default function loadFaces(slow: number) {
  // why absent: only Chromium tells (https://wicg.github.io/netinfo/).
  const { connection } = navigator as { connection?: { downlink: number; saveData: boolean } };
  if (connection && (connection.downlink < slow || connection.saveData)) return;
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=deferred][as=font]')) {
    link.rel = 'preload';
  }
}
