import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Backend } from '#data/core/backend.ts';
import { contentSecurityPolicy, scriptlessPolicy, type PolicySources } from './html.ts';
import type { RenderMail } from './messages/email-sender.ts';
import type { Made } from './page-cache.ts';
import { entityTag } from './rendered-page.ts';
import type { SiteSettingsReader } from './site-settings.ts';
import { watched } from './watched-backend.ts';

/** Context of every request to the app. */
export interface PageContext {
  backend: Backend;
  /** The site's origin as the visitor typed it, without a trailing slash. */
  origin: string;
  /** Takes the parts of a page. why: a response would turn the text into a stream of bytes and back. */
  send?: (page: readonly string[]) => void;
}

/** The built app: TanStack Start's server entry, and what renders e-mails. */
export interface BuiltApp {
  fetch(request: Request, options: { context: PageContext }): Promise<Response>;
  renderMail: RenderMail;
}

/** The app, and where its pages get their data from. */
export interface RenderOptions {
  app: Pick<BuiltApp, 'fetch'>;
  /** The backend for rendering on behalf of the visitor at `address`. */
  backendFor(address: string): Backend;
  siteSettings: SiteSettingsReader;
  /** Sources for the content security policy; null for no policy. */
  policy: PolicySources | null;
}

/** The form of an enquiry for one item; without scripts, and new for each visit. */
export const ENQUIRE_PATH = '/enquire';

/** Pages of a customer's link: its secret is in the address, they have no scripts, and nothing stores them. */
export const LINK_PATHS = ['/quote', '/invoice', '/enquiry'];

/** Pages without any script, which nothing stores. */
export const SCRIPTLESS_PATHS = new Set([...LINK_PATHS, ENQUIRE_PATH]);

/** Content type of a posted form. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The secret of a preview link in an address, or null. */
export const previewOf = (url: URL) =>
  /[?&]preview=([\da-f]{64})(&|$)/.exec(url.search)?.[1] ?? null;

/**
 * Renders the page at `url` on behalf of the visitor at `address`.
 * @param ask replaces the backend's fetch
 * @param form body of a posted form
 */
export async function renderPage(
  options: RenderOptions,
  url: URL,
  address: string,
  { ask, form }: { ask?: typeof fetch | undefined; form?: string } = {},
): Promise<Made> {
  const { backend, isCurrent, trouble } = await watchedBackend(options, url, address, ask);
  const posted = form !== undefined && { method: 'POST', body: form };
  const asked = { accept: 'text/html', ...(posted && { 'content-type': FORM_TYPE }) };
  const request = new Request(url, { headers: asked, ...posted });
  let sent: readonly string[] | undefined;
  const send = (page: readonly string[]) => void (sent = page);
  const rendered = await options.app.fetch(request, {
    context: { backend, origin: url.origin, send },
  });
  // why: a form page reports its own result.
  const failed = posted ? null : trouble();
  if (!rendered.headers.get('content-type')?.startsWith('text/html')) {
    // why: the framework's own answer to a fault is no page.
    if (rendered.status === 500) throw new Error(await rendered.text());
    if (!failed) return { response: new Response(rendered.body, rendered) };
    const headers = { 'retry-after': failed.retryAfter };
    return { response: new Response('Service Unavailable', { status: failed.status, headers }) };
  }
  const html = sent ?? [await rendered.text()];
  const bytes = Buffer.concat(html.map((part) => Buffer.from(part)));
  const headers: Record<string, string> = {
    ...Object.fromEntries(rendered.headers),
    'cache-control':
      failed || !isCurrent ? 'no-store' : (rendered.headers.get('cache-control') ?? 'no-cache'),
    vary: 'accept-encoding',
  };
  const isBackOffice = url.pathname.startsWith('/ops');
  const isPreview = previewOf(url) !== null;
  if (options.policy) {
    const isFramed = isPreview && !isBackOffice;
    headers['content-security-policy'] = SCRIPTLESS_PATHS.has(url.pathname)
      ? scriptlessPolicy(html, {
          ...options.policy,
          isFramed: headers['x-frame-options'] === 'SAMEORIGIN',
        })
      : contentSecurityPolicy(html, {
          ...options.policy,
          // why: no third-party scripts in the back office.
          chat: isBackOffice ? null : options.policy.chat,
          // why: the camera reads labels by WebAssembly. All of the back office, as the policy of the first page holds for
          // those that are opened from it.
          runsWasm: isBackOffice,
          isFramed,
        });
  }
  if (failed) headers['retry-after'] = failed.retryAfter;
  if (isPreview) Object.assign(headers, PREVIEW_HEADERS);
  // why: the editor of texts shows previews in a frame.
  if (isPreview && !isBackOffice) headers['x-frame-options'] = 'SAMEORIGIN';
  const status = (failed?.status ?? rendered.status) as ContentfulStatusCode;
  const isWhole = status === 200 && headers['cache-control'] === 'no-cache';
  if (isWhole) headers['etag'] = entityTag(bytes, headers['content-security-policy'] ?? '');
  return { page: { status, headers, forms: { identity: bytes } }, isWhole };
}

/** Headers of a page with drafts: no copy, no index, no address passed on. */
const PREVIEW_HEADERS = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
};

/** The backend of a page with the site-wide settings; see {@link watched}. */
async function watchedBackend(
  options: RenderOptions,
  url: URL,
  address: string,
  ask?: typeof fetch,
) {
  const preview = previewOf(url);
  const { values, isCurrent } = await options.siteSettings(
    preview ? { secret: preview, address } : null,
  );
  const visitors = options.backendFor(address);
  const config = {
    ...visitors.config,
    // why not an empty object: pages of a studio without settings stay as they are.
    ...(Object.keys(values).length > 0 && { settings: values }),
    ...(preview && { preview }),
  };
  return { isCurrent, ...watched({ ...visitors, config, ...(ask && { fetch: ask }) }) };
}
