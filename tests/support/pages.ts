import { beforeEach, vi } from 'vitest';
import { parseProxies } from '#backend';
import { createPageCache } from '#server/page-cache.ts';
import { createPages } from '#server/pages.ts';
import { publicOrigin } from '#server/public-origin.ts';
import type { BuiltApp, PageContext } from '#server/render-page.ts';

export const HTML = { 'content-type': 'text/html; charset=utf-8' };
export const NO_STORE = { 'cache-control': 'no-store' };

/** The app's response to an address. */
export type MadePage = (url: URL, context: PageContext) => Response | Promise<Response>;

/** A page that names its own address, and has a script. */
export const plainPage: MadePage = (url, { origin }) =>
  new Response(`<p>${origin}${url.pathname}${url.search}</p><script>1</script>`, {
    headers: HTML,
  });

interface Parts {
  page: MadePage;
  /** The backend's response to the app. */
  read?: () => Response;
  version?: () => number | null;
}

/** A server of pages without a backend, behind the proxy 10.0.0.1. */
export function usePages({ page, read = () => Response.json({}), version = () => 1 }: Parts) {
  const proxies = parseProxies(['10.0.0.1']);
  const app = vi.fn<BuiltApp['fetch']>();

  beforeEach(() => {
    app.mockReset();
    app.mockImplementation(async (request, { context }) => page(new URL(request.url), context));
  });

  const site = (mostBytes?: number, perMinute = 1000) => {
    const pages = createPages({
      app: { fetch: app },
      backendFor: () => ({
        config: { url: null, anonKey: '', chatScriptUrl: null },
        origin: '',
        fetch: () => Promise.resolve(read()),
      }),
      siteSettings: () => Promise.resolve({ values: {}, isCurrent: true }),
      addressOf: (_, peer) => peer,
      originOf: (request, peer) => publicOrigin(request, peer, proxies),
      isOwn: (origin) => !origin.includes('made-up'),
      perMinute,
      policy: { backend: null, chat: null },
      cache: createPageCache(() => Promise.resolve(version()), mostBytes),
      datedPages: null,
      log: () => {},
    });
    return (
      path: string,
      headers: Record<string, string> = {},
      method = 'GET',
      peer = '8.8.8.8',
      body: string | null = null,
    ) =>
      pages.fetch(new Request(`http://studio.example${path}`, { method, headers, body }), {
        connection: { remoteAddress: peer, localAddress: '192.0.2.1', localPort: 80 },
      });
  };

  return { app, site };
}
