import { createHash } from 'node:crypto';

const INLINE = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g;

/** CSP source of an inline script or style: CSP Level 3 §2.3.1, `'sha256-…'`. */
export const hashSource = (code: string): string =>
  `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

/**
 * The content security policy of one page: its own inline scripts and styles by their hash, so that
 * a page from a cache still runs (a nonce would change under it).
 * @param html the whole page
 * @param backend address of the backend, null when it is the site itself
 */
export function contentSecurityPolicy(html: string, backend: string | null): string {
  const origins = backend === null ? [] : [new URL(backend).origin];
  const sockets = origins.map((origin) => origin.replace(/^http/, 'ws'));
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
    ['img-src', "'self'", 'data: blob: https:', ...origins].join(' '),
    ['connect-src', "'self'", ...origins, ...sockets].join(' '),
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
