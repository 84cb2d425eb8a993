import { request } from 'node:http';
import type { HostileFile } from './payloads.ts';

/** The uploader, and the target. */
export interface Uploader {
  site: URL;
  anonKey: string;
  /** Null for a visitor without a token. */
  token: string | null;
}

/** A complete response. */
export interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** The upload methods: as the body, in a form, by a signed URL. */
export const WAYS = ['body', 'form', 'signed'] as const;
export type Way = (typeof WAYS)[number];

const MOST_TAKEN = 10_485_760;
/**
 * why: an upload that is too long is refused while it is being sent; the connection may break
 * first.
 */
const BROKEN_OFF: Reply = {
  status: 413,
  headers: {},
  body: Buffer.from('{"message":"The connection broke off while sending"}'),
};

/** Requests a path exactly as written; `fetch` and URL would normalize it. */
export function call(
  { site, anonKey, token }: Uploader,
  method: string,
  path: string,
  headers: Record<string, string | number> = {},
  body: Buffer = Buffer.alloc(0),
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const bearer = token === null ? {} : { authorization: `Bearer ${token}` };
    const sent = request({
      host: site.hostname,
      port: site.port,
      // why: a keep-alive connection may close just when it is reused.
      agent: false,
      method,
      path,
      headers: { apikey: anonKey, ...bearer, ...headers, 'content-length': body.length },
    });
    sent.once('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(chunks),
        }),
      );
      answer.once('error', reject);
    });
    sent.on('error', (error) => (body.length > MOST_TAKEN ? resolve(BROKEN_OFF) : reject(error)));
    sent.end(body);
  });
}

const BOUNDARY = 'between-the-parts';

/** The file as a multipart form with that file name. */
const asForm = ({ bytes, type }: HostileFile, fileName: string) =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name=""; filename="${fileName}"\r\n` +
        `content-type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);

/** Uploads a file by one of the methods to that object path (encoded, with its bucket). */
export async function upload(
  by: Uploader,
  way: Way,
  object: string,
  file: HostileFile,
  fileName = 'x.jpg',
): Promise<Reply> {
  const form = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  const path = `/storage/v1/object/${object}`;
  if (way === 'form') return call(by, 'POST', path, form, asForm(file, fileName));
  const plain = { 'content-type': file.type };
  if (way === 'body') return call(by, 'POST', path, plain, file.bytes);
  const signed = await call(by, 'POST', `/storage/v1/object/upload/sign/${object}`);
  if (signed.status !== 200) return signed;
  const { url } = JSON.parse(signed.body.toString()) as { url: string };
  return call({ ...by, token: null }, 'PUT', `/storage/v1${url}`, plain, file.bytes);
}
