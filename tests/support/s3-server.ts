import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export const S3_ACCESS = { region: 'ap-south-1', accessKeyId: 'KEY', secretAccessKey: 'SECRET' };

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();

/** Escapes every character except the unreserved ones, as S3 does. */
const strictly = (path: string) =>
  path.replace(/[^\w.~/-]/gu, (sign) =>
    [...Buffer.from(sign)].map((byte) => `%${byte.toString(16).toUpperCase()}`).join(''),
  );

/**
 * Verifies a request's Signature Version 4 against its parts
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html) and its body.
 */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const { authorization = '', ...headers } = request.headers;
  const [, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=KEY\/(\S+), ?SignedHeaders=(\S+), ?Signature=(\w+)$/.exec(
      authorization,
    ) ?? [];
  const [date = '', region, service, end] = scope.split('/');
  const sent = String(headers['x-amz-content-sha256']);
  if (region !== S3_ACCESS.region || service !== 's3' || end !== 'aws4_request') return false;
  if (!names.split(';').includes('host')) return false;
  if (sent !== 'UNSIGNED-PAYLOAD' && sent !== sha256(body)) return false;
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3');
  const canonical = [
    request.method,
    strictly(decodeURIComponent(pathname)),
    searchParams.toString(),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    sent,
  ].join('\n');
  const moment = String(headers['x-amz-date']);
  const text = ['AWS4-HMAC-SHA256', moment, scope, sha256(canonical)].join('\n');
  const key = [date, S3_ACCESS.region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (before, part) => hmac(before, part),
    `AWS4${S3_ACCESS.secretAccessKey}`,
  );
  return moment.startsWith(date) && hmac(key, text).toString('hex') === signature;
}

/**
 * A bucket `pictures` that behaves like S3 for PUT, copy, HEAD, GET with a range and DELETE, and
 * answers 403 to requests with an invalid signature. `failing` is the number of requests that
 * answer 500.
 */
export async function startS3Server() {
  const objects = new Map<string, { bytes: Buffer; at: Date }>();
  const state = { failing: 0, asked: 0 };

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request);
    const end = (status: number, headers: Record<string, string> = {}, bytes?: Buffer) =>
      void response.writeHead(status, headers).end(bytes);
    state.asked += 1;
    if (!isSigned(request, body)) return end(403);
    if (state.failing > 0) {
      state.failing -= 1;
      return end(500);
    }
    const name = (path: string | undefined) =>
      decodeURIComponent(path ?? '').slice('/pictures/'.length);
    const key = name(request.url);
    const { 'x-amz-copy-source': from, range } = request.headers;
    if (request.method === 'DELETE') {
      objects.delete(key);
      return end(204);
    }
    const found = objects.get(from === undefined ? key : name(String(from)));
    if (request.method === 'PUT') {
      if (from !== undefined && !found) return end(404);
      objects.set(key, { bytes: found && from !== undefined ? found.bytes : body, at: new Date() });
      return end(200);
    }
    if (!found) return end(404);
    const [, first = '0', last = ''] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    const bytes = range ? found.bytes.subarray(Number(first), Number(last) + 1) : found.bytes;
    const headers = {
      'content-length': String(bytes.length),
      'last-modified': found.at.toUTCString(),
    };
    return end(range ? 206 : 200, headers, request.method === 'HEAD' ? undefined : bytes);
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    objects,
    state,
    bucket: { ...S3_ACCESS, endpoint: `http://127.0.0.1:${port}`, bucket: 'pictures' },
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}
