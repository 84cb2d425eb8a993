import { beforeEach, describe, expect, it } from 'vitest';
import { HTML, NO_STORE, plainPage, usePages, type MadePage } from '#tests/support/pages.ts';

/** The app's response to an address. */
let page: MadePage;
const { app, site } = usePages({ page: (...asked) => page(...asked) });

beforeEach(() => {
  page = plainPage;
});

describe('the page of a link', () => {
  const SECRET = `k=${'ab'.repeat(32)}`;
  const STYLED = '<style>a{}</style><p>a</p>';
  const quote = (headers: Record<string, string> = {}) => {
    page = async () => new Response(STYLED, { headers: { ...HTML, ...NO_STORE, ...headers } });
  };

  it('is rendered for each request, with dates in its address too, and allows no script', async () => {
    quote();
    const ask = site();
    for (const path of ['/quote', '/invoice', '/enquiry']) {
      app.mockClear();
      const address = `${path}?${SECRET}&from=2026-11-20&to=2026-11-21`;
      const [answer] = await Promise.all([ask(address), ask(address)]);
      expect(app).toHaveBeenCalledTimes(2);
      expect(answer?.headers.get('cache-control')).toBe('no-store');
      const policy = answer?.headers.get('content-security-policy');
      expect(policy).toMatch(/^default-src 'none'; style-src 'self' 'sha256-/);
      expect(policy).not.toContain('script-src');
      expect(policy).toContain("frame-ancestors 'none'");
    }
  });

  it('may be framed by the site where the page says so', async () => {
    quote({ 'x-frame-options': 'SAMEORIGIN' });
    const { headers } = await site()(`/quote?${SECRET}`);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    page = async () => new Response('', { headers: { ...HTML, 'x-frame-options': 'SAMEORIGIN' } });
    const other = await site()('/about');
    expect(other.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it('takes forms with its secret from a page without a referrer, of a form’s size', async () => {
    quote();
    const ask = site();
    const post = (headers: Record<string, string>, body: string) =>
      ask(`/quote?${SECRET}`, headers, 'POST', '8.8.8.8', body);
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' };
    expect((await post(form, 'action=accept')).status).toBe(200);
    const [request] = app.mock.calls[0] ?? [];
    expect(request?.url).toBe(`http://studio.example/quote?${SECRET}`);
    expect(await request?.text()).toBe('action=accept');
    expect((await post({ ...form, 'content-type': 'text/plain' }, 'action=accept')).status).toBe(
      415,
    );
    expect((await post(form, 'x'.repeat(600_000))).status).toBe(413);
    expect(app).toHaveBeenCalledTimes(1);
  });
});
