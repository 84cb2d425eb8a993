/** The push services of browsers: Chrome and others built on it, Firefox, Edge, Safari. */
const HOSTS =
  /^(fcm\.googleapis\.com|[a-z0-9.-]+\.push\.services\.mozilla\.com|[a-z0-9.-]+\.notify\.windows\.com|[a-z0-9.-]+\.push\.apple\.com)$/;

/**
 * Whether notices may be sent to this address. why not to any: it comes from a browser, and the process must not be
 * made to ask servers inside the studio's network.
 * @param allowed origins of other push services
 */
export function isPushService(endpoint: string, allowed: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username || url.password) return false;
  if (allowed.includes(url.origin)) return true;
  return url.protocol === 'https:' && url.port === '' && HOSTS.test(url.hostname);
}
