import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy, hashSource } from './html.ts';

describe('content security policy', () => {
  it('allows the inline scripts and styles of the page by hash, and no others', () => {
    const policy = contentSecurityPolicy(
      '<style>a{}</style><script class="x">run()</script><script src="/a.js"></script>',
      null,
    );
    expect(policy).toContain(`script-src 'self' ${hashSource('run()')};`);
    expect(policy).toContain(`style-src 'self' ${hashSource('a{}')};`);
    expect(policy).not.toContain("script-src 'self' 'unsafe-inline'");
  });

  it('takes data blocks for what they are', () => {
    const policy = contentSecurityPolicy('<script type="application/json">{}</script>', null);
    expect(policy).toContain("script-src 'self';");
  });

  it('allows calls and pictures of a backend elsewhere by its origin', () => {
    const policy = contentSecurityPolicy('', 'http://project.example:54321/base');
    expect(policy).toContain(
      "connect-src 'self' http://project.example:54321 ws://project.example:54321;",
    );
    expect(policy).toMatch(/img-src [^;]* http:\/\/project\.example:54321;/);
    expect(policy).toContain("script-src 'self';");
    expect(contentSecurityPolicy('', null)).toContain("connect-src 'self';");
  });

  it('knows the hash of the specification’s example', () => {
    // https://www.w3.org/TR/CSP3/#example-hash-source style: alert('Hello, world.');
    expect(hashSource("alert('Hello, world.');")).toBe(
      "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='",
    );
  });
});
