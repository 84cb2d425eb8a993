/** Headers of every answer to a link with a secret: no copy, no index, no address passed on. */
export const LINK_HEADERS = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'referrer-policy': 'no-referrer',
} as const;
