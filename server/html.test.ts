import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy, hashSource, scriptlessPolicy } from './html.ts';

const SITE_ALONE = { backend: null, chat: null };

describe('content security policy', () => {
  it('allows the inline scripts and styles of the page by hash, and no others', () => {
    const policy = contentSecurityPolicy(
      '<style>a{}</style><script class="x">run()</script><script src="/a.js"></script>',
      SITE_ALONE,
    );
    expect(policy).toContain(`script-src 'self' ${hashSource('run()')};`);
    expect(policy).toContain(`style-src 'self' ${hashSource('a{}')};`);
    expect(policy).not.toContain("script-src 'self' 'unsafe-inline'");
  });

  it('allows every part between others, and stops at one without an end', () => {
    const html = '<style>a{}</style><p>1 > 0</p><script>a<b</script><style>c{}</style><script>';
    const policy = contentSecurityPolicy(html, SITE_ALONE);
    expect(policy).toContain(`script-src 'self' ${hashSource('a<b')};`);
    expect(policy).toContain(`style-src 'self' ${hashSource('a{}')} ${hashSource('c{}')};`);
  });

  it('takes data blocks for what they are', () => {
    const policy = contentSecurityPolicy('<script type="application/json">{}</script>', SITE_ALONE);
    expect(policy).toContain("script-src 'self';");
  });

  it('allows calls and pictures of a backend elsewhere by its origin', () => {
    const policy = contentSecurityPolicy('', {
      backend: 'http://project.example:54321/base',
      chat: null,
    });
    expect(policy).toContain(
      "connect-src 'self' http://project.example:54321 ws://project.example:54321;",
    );
    expect(policy).toMatch(/img-src [^;]* http:\/\/project\.example:54321;/);
    expect(policy).toContain("script-src 'self';");
    expect(contentSecurityPolicy('', SITE_ALONE)).toContain("connect-src 'self';");
  });

  it('allows a chat provider what it needs, and inline styles only where it writes some', () => {
    const html = '<style>a{}</style><script>run()</script>';
    const chat = { origins: ['https://chat.example'], writesStyles: false };
    const strict = contentSecurityPolicy(html, { backend: null, chat });
    expect(strict).toContain(`script-src 'self' ${hashSource('run()')} https://chat.example;`);
    expect(strict).toContain(`style-src 'self' ${hashSource('a{}')} https://chat.example;`);
    expect(strict).toContain("connect-src 'self' https://chat.example wss://chat.example;");
    expect(strict).toContain("frame-src 'self' https://chat.example;");
    const loose = contentSecurityPolicy(html, {
      backend: null,
      chat: { ...chat, writesStyles: true },
    });
    expect(loose).toContain("style-src 'self' 'unsafe-inline' https://chat.example;");
    expect(loose).toContain(`script-src 'self' ${hashSource('run()')} https://chat.example;`);
  });

  it('allows WebAssembly where the page runs some, and evaluates no text', () => {
    const html = '<script>run()</script>';
    expect(contentSecurityPolicy(html, { ...SITE_ALONE, runsWasm: true })).toContain(
      `script-src 'self' 'wasm-unsafe-eval' ${hashSource('run()')};`,
    );
    expect(contentSecurityPolicy(html, SITE_ALONE)).not.toContain('wasm');
  });

  it('knows the hash of the specification’s example', () => {
    // https://www.w3.org/TR/CSP3/#example-hash-source style: alert('Hello, world.');
    expect(hashSource("alert('Hello, world.');")).toBe(
      "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='",
    );
  });
});

describe('the policy of a page without scripts', () => {
  it('allows its own styles, pictures and fonts, forms to the site, and no script', () => {
    const html = '<style>a{}</style><script>run()</script><img src="/a.webp">';
    const policy = scriptlessPolicy(html, { backend: 'https://project.example/base' });
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `style-src 'self' ${hashSource('a{}')}`,
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data: https: https://project.example",
      "font-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]);
    expect(scriptlessPolicy(html, { backend: null, isFramed: true })).toMatch(
      /frame-ancestors 'self'$/,
    );
  });
});
