import { hash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { Log } from '../core/log.ts';
import { refusal } from './refusal.ts';
import type { ObjectStore } from './store.ts';

/** A bucket of an S3-compatible service. */
export type S3Bucket = {
  /** Its origin, such as `https://s3.ap-south-1.amazonaws.com`; the bucket is part of the path. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const MOST_SECONDS = 60;
const AT_ONCE = 20;

/**
 * An object store in an S3 bucket whose credentials only the backend has. A failed request is
 * retried twice; then the response is 503 and the log has S3's reason.
 */
export function createS3Store({ endpoint, bucket, ...access }: S3Bucket, log: Log): ObjectStore {
  const client = new AwsClient({ ...access, service: 's3', retries: 2 });
  const pathOf = (key: string) =>
    `/${[bucket, ...key.split('/')].map(encodeURIComponent).join('/')}`;

  /** Sends a request to S3; null when the object does not exist. @throws ApiError 503. */
  async function ask(method: string, key: string, init: RequestInit = {}) {
    const signal = AbortSignal.timeout(MOST_SECONDS * 1000);
    const answer = await client
      .fetch(endpoint + pathOf(key), { method, signal, ...init })
      .catch((error: Error) => error);
    const failed = answer instanceof Error;
    if (!failed && answer.ok) return answer;
    if (!failed) await answer.body?.cancel();
    if (!failed && answer.status === 404 && !init.body) return null;
    const reason = failed ? answer.message : `S3 answered ${answer.status}`;
    log('error', 'The S3 bucket cannot be used', { method, reason });
    throw refusal(503, 'StorageUnavailable', 'The stored objects cannot be reached right now');
  }

  const found = (answer: Response | null) => {
    if (!answer) throw new Error('There is no such object in the S3 bucket');
    return answer;
  };

  return {
    async put(key, bytes) {
      const headers = { 'x-amz-content-sha256': hash('sha256', bytes) };
      found(await ask('PUT', key, { body: new Uint8Array(bytes), headers }));
    },
    async copy(from, to) {
      found(await ask('PUT', to, { headers: { 'x-amz-copy-source': pathOf(from) } }));
    },
    async stat(key) {
      const answer = await ask('HEAD', key);
      if (!answer) return null;
      const { headers } = answer;
      const written = Date.parse(headers.get('last-modified') ?? '');
      return { size: Number(headers.get('content-length')), written };
    },
    async get(key, { start, end }) {
      const range = end === Infinity ? {} : { range: `bytes=${start}-${end}` };
      const { body } = found(await ask('GET', key, { headers: range }));
      return body ?? new Blob().stream();
    },
    async delete(keys) {
      for (let at = 0; at < keys.length; at += AT_ONCE)
        await Promise.allSettled(keys.slice(at, at + AT_ONCE).map((key) => ask('DELETE', key)));
    },
  };
}
