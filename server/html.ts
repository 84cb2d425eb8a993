import { createHash } from 'node:crypto';

const INLINE = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g;

/** CSP source of an inline script or style: CSP Level 3 §2.3.1, `'sha256-…'`. */
export const hashSource = (code: string): string =>
  `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

/**
 * The content security policy of one page: its own inline scripts and styles by their hash, so that
 * a page from a cache still runs (a nonce would change under it).
 * @param html the whole page
 * @param extra origins that this site needs besides its own
 */
export function contentSecurityPolicy(html: string, extra: { connect: string[] }): string {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  for (const [, tag, attributes = '', code = ''] of html.matchAll(INLINE)) {
    if (code === '' || /\btype="application\/(ld\+)?json"/.test(attributes)) continue;
    (tag === 'script' ? scripts : styles).add(hashSource(code));
  }
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...scripts].join(' '),
    ['style-src', "'self'", ...styles].join(' '),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    ['connect-src', "'self'", ...extra.connect].join(' '),
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
