import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Sources of scripts and styles that pages share, by their text, which may be 20 kB. */
const sources = new LRUCache<string, string>({ max: 200 });

/** CSP source of an inline script or style: CSP Level 3 §2.3.1, `'sha256-…'`. */
export function hashSource(code: string): string {
  let source = sources.get(code);
  if (source === undefined) {
    source = `'sha256-${hash('sha256', code, 'base64')}'`;
    // why a copy: a part of a page's text holds all of it.
    sources.set(Buffer.from(code).toString(), source);
  }
  return source;
}

/** Content security sources of the chat provider. */
export interface ChatSources {
  origins: readonly string[];
  /** Its widget adds `<style>` elements, whose hashes cannot be known in advance. */
  writesStyles: boolean;
}

/** Sources outside the site that a page may load from. */
export interface PolicySources {
  /** Address of the backend; null when it is the site itself. */
  backend: string | null;
  chat: ChatSources | null;
  /** Whether the page may run WebAssembly that it loads. */
  runsWasm?: boolean;
  /** Whether pages of the site may show the page in a frame. */
  isFramed?: boolean;
}

/**
 * The content security policy of one page. It lists inline scripts and styles by hash, so that
 * cached pages keep working (a nonce would change).
 * @param html the whole page, or its parts; no script or style begins in one and ends in another
 */
export function contentSecurityPolicy(
  html: string | readonly string[],
  { backend, chat, runsWasm = false, isFramed = false }: PolicySources,
): string {
  const backends = backend === null ? [] : [new URL(backend).origin];
  const chats = chat?.origins ?? [];
  const origins = [...backends, ...chats];
  const sockets = origins.map((origin) => origin.replace(/^http/, 'ws'));
  const scripts = new Set<string>();
  const styles = new Set<string>();
  for (const { tag, attributes, code } of inlineParts(html)) {
    if (code === '' || /\btype="application\/(ld\+)?json"/.test(attributes)) continue;
    (tag === 'script' ? scripts : styles).add(hashSource(code));
  }
  // why: browsers ignore 'unsafe-inline' when there are hashes, so it replaces them; it allows the
  // page's own styles too.
  const inlineStyles = chat?.writesStyles ? ["'unsafe-inline'"] : styles;
  return [
    "default-src 'self'",
    [
      'script-src',
      "'self'",
      ...(runsWasm ? ["'wasm-unsafe-eval'"] : []),
      ...scripts,
      ...chats,
    ].join(' '),
    ['style-src', "'self'", ...inlineStyles, ...chats].join(' '),
    "style-src-attr 'unsafe-inline'",
    ['img-src', "'self'", 'data: blob: https:', ...origins].join(' '),
    ['connect-src', "'self'", ...origins, ...sockets].join(' '),
    ['font-src', "'self'", ...chats].join(' '),
    ['frame-src', "'self'", ...chats].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${isFramed ? "'self'" : "'none'"}`,
  ].join('; ');
}

/**
 * The content security policy of a page without scripts: it may load styles, pictures and fonts, and post its forms to
 * the site.
 * @param html as that of {@link contentSecurityPolicy}
 */
export function scriptlessPolicy(
  html: string | readonly string[],
  { backend, isFramed = false }: Pick<PolicySources, 'backend' | 'isFramed'>,
): string {
  const styles = inlineParts(html).flatMap(({ tag, code }) =>
    tag === 'style' ? [hashSource(code)] : [],
  );
  return [
    "default-src 'none'",
    ['style-src', "'self'", ...new Set(styles)].join(' '),
    "style-src-attr 'unsafe-inline'",
    ['img-src', "'self'", 'data: https:', ...(backend ? [new URL(backend).origin] : [])].join(' '),
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${isFramed ? "'self'" : "'none'"}`,
  ].join('; ');
}

/** The scripts and styles of a page, in their order. */
const inlineParts = (html: string | readonly string[]) => [html].flat().flatMap(inlinePartsOf);

function inlinePartsOf(html: string) {
  const parts: { tag: 'script' | 'style'; attributes: string; code: string }[] = [];
  // why not one expression: it takes each letter of a page to be the end of a script.
  const next = /<(?:script|style)\b/g;
  for (let found = next.exec(html); found; found = next.exec(html)) {
    const tag = found[0] === '<style' ? 'style' : 'script';
    const open = html.indexOf('>', next.lastIndex);
    const close = html.indexOf(`</${tag}>`, open);
    if (open === -1 || close === -1) break;
    const attributes = html.slice(next.lastIndex, open);
    parts.push({ tag, attributes, code: html.slice(open + 1, close) });
    next.lastIndex = close;
  }
  return parts;
}
