import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { importJWK, jwtVerify } from 'jose';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A notice as a device has decrypted it. */
export interface ReceivedNotice {
  endpoint: string;
  payload: unknown;
  ttl: number;
  urgency: string | undefined;
  topic: string | undefined;
  /** Subject of the sender's signature. */
  subject: unknown;
}

/** The push service's treatment of a request: an answer, or none at all. */
export type PushBehaviour =
  | { status: number; headers?: Record<string, string> }
  | 'hang'
  | 'disconnect';

/** A push service with devices, which checks and decrypts what it gets. */
export interface PushService {
  origin: string;
  received: ReceivedNotice[];
  /** Requests that a push service or a browser would reject: why. */
  rejected: string[];
  /** Requests in all. */
  requests: () => number;
  /** The treatment of the next requests, one by one; later ones are accepted. */
  next: (...behaviours: PushBehaviour[]) => void;
  /** The treatment of every further request for a device. */
  always: (endpoint: string, behaviour: PushBehaviour) => void;
  /** Subscribes a new device, for senders with this public key. */
  subscribe: (senderKey: string) => { endpoint: string; p256dh: string; auth: string };
  close: () => Promise<void>;
}

type Device = { ecdh: ReturnType<typeof createECDH>; auth: Buffer; senderKey: string };

const ACCEPTED: PushBehaviour = { status: 201 };

/** Starts a push service on this machine (RFC 8030, RFC 8291, RFC 8292). */
export async function startPushService(): Promise<PushService> {
  const devices = new Map<string, Device>();
  const received: ReceivedNotice[] = [];
  const rejected: string[] = [];
  const planned: PushBehaviour[] = [];
  const fixed = new Map<string, PushBehaviour>();
  let requests = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    requests += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const endpoint = `${service.origin}${request.url}`;
    const device = devices.get(endpoint);
    const behaviour = fixed.get(endpoint) ?? planned.shift() ?? ACCEPTED;
    if (behaviour === 'hang') return;
    if (behaviour === 'disconnect') return void request.socket.destroy();
    if (behaviour.status === 201) {
      try {
        if (!device) throw new Error('unknown device');
        received.push(await readNotice(request, Buffer.concat(chunks), device, service.origin));
      } catch (error) {
        rejected.push(String(error));
        response.writeHead(400).end();
        return;
      }
    }
    response.writeHead(behaviour.status, behaviour.headers).end();
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // why: a listening TCP server has such an address.
  const { port } = server.address() as AddressInfo;
  const service: PushService = {
    origin: `http://127.0.0.1:${port}`,
    received,
    rejected,
    requests: () => requests,
    next: (...behaviours) => void planned.push(...behaviours),
    always: (endpoint, behaviour) => void fixed.set(endpoint, behaviour),
    subscribe: (senderKey) => {
      const ecdh = createECDH('prime256v1');
      const auth = randomBytes(16);
      const endpoint = `${service.origin}/push/${randomUUID()}`;
      const p256dh = ecdh.generateKeys('base64url');
      devices.set(endpoint, { ecdh, auth, senderKey });
      return { endpoint, p256dh, auth: auth.toString('base64url') };
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return service;
}

/** Checks signature and headers of a request, and decrypts it as the device's browser does. */
async function readNotice(
  { headers, url }: IncomingMessage,
  body: Buffer,
  device: Device,
  origin: string,
): Promise<ReceivedNotice> {
  const [, token = '', key = ''] =
    /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  if (key !== device.senderKey) throw new Error('signed with another key');
  const raw = Buffer.from(key, 'base64url');
  const { payload: claims } = await jwtVerify(
    token,
    await importJWK(
      {
        kty: 'EC',
        crv: 'P-256',
        x: raw.subarray(1, 33).toString('base64url'),
        y: raw.subarray(33).toString('base64url'),
      },
      'ES256',
    ),
    { audience: origin },
  );
  if ((claims.exp ?? Infinity) > Date.now() / 1000 + 86_400) throw new Error('signed too long');
  if (!/^(mailto:|https:)/.test(claims.sub ?? '')) throw new Error('no subject');
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('another encoding');
  if (!/^\d+$/.test(headers.ttl as string)) throw new Error('no TTL');
  if (body.length > 4096) throw new Error('too large');
  return {
    endpoint: `${origin}${url}`,
    payload: JSON.parse(decrypt(body, device)) as unknown,
    ttl: Number(headers.ttl),
    urgency: headers.urgency as string | undefined,
    topic: headers.topic as string | undefined,
    subject: claims.sub,
  };
}

/** RFC 8291 and RFC 8188, one record. */
function decrypt(body: Buffer, { ecdh, auth }: Device): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(senderKey), auth, info, 32));
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`${label}\0`), length));
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive('Content-Encoding: aes128gcm', 16),
    derive('Content-Encoding: nonce', 12),
  );
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = plain.lastIndexOf(2);
  if (end < 0) throw new Error('no end of the record');
  return plain.subarray(0, end).toString();
}
