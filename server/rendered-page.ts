import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);
const unzip = promisify(gunzip);
const unbrotli = promisify(brotliDecompress);

/** How a page's bytes can come, the smallest first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;

/** What `content-encoding` says. */
export type Encoding = (typeof ENCODINGS)[number];

type Bytes = Buffer<ArrayBuffer>;

/** A page as it goes to everybody who asks for its address. */
export interface RenderedPage {
  status: ContentfulStatusCode;
  headers: Record<string, string>;
  /** The page in the encodings that are at hand, one at least; another joins when it is asked for. */
  forms: Partial<Record<Encoding, Bytes>>;
}

/**
 * What names these bytes and their policy, whatever the encoding (RFC 9110 §8.8.3).
 * why: a browser takes the headers of a 304 for the page that it has, so a page under another policy
 * is another page.
 */
export function entityTag(html: string, policy: string): string {
  const hash = createHash('sha256').update(policy).update('\0').update(html);
  return `W/"${hash.digest('base64url').slice(0, 27)}"`;
}

/** Whether `If-None-Match` names this tag, by the weak comparison (RFC 9110 §13.1.2). */
export function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return ifNoneMatch?.split(',').some((one) => [opaque(tag), '*'].includes(opaque(one))) ?? false;
}

/** The smallest encoding that `Accept-Encoding` takes. */
export function bestEncoding(acceptEncoding: string): Encoding {
  const offered = acceptEncoding
    .toLowerCase()
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim()))
    .filter(([, ...parameters]) => !parameters.some((each) => /^q=0(\.0*)?$/.test(each)));
  const taken = new Set(offered.map(([coding]) => coding));
  return ENCODINGS.find((one) => taken.has(one)) ?? 'identity';
}

// why: a page put together from pieces takes several times its memory, which is collected soon.
const WHOLE = { chunkSize: 2 ** 18 };

/** The page's bytes in an encoding. */
export async function bytesOf({ forms }: RenderedPage, encoding: Encoding): Promise<Bytes> {
  const known = forms[encoding];
  if (known) return known;
  const { br, gzip: gzipped, identity } = forms;
  const html = identity ?? (br ? await unbrotli(br, WHOLE) : await unzip(gzipped ?? '', WHOLE));
  if (encoding === 'identity') return html;
  return (forms[encoding] = Buffer.from(await encode(html, encoding)));
}

/** The same page in a small form only, for those that are asked for again and again. */
export async function packed(page: RenderedPage, encoding: Encoding): Promise<RenderedPage> {
  const small = encoding === 'identity' ? 'br' : encoding;
  return { ...page, forms: { [small]: await bytesOf(page, small) } };
}

function encode(html: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  // why: quality 4 costs about as much time as gzip and is a fifth smaller on HTML.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
  return encoding === 'br' ? brotli(html, { params }) : gz(html, { level: 6 });
}
