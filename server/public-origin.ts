import type { BlockList, Socket } from 'node:net';
import { hostname } from 'node:os';
import { clientAddress } from '#backend';

const HOST = /^[a-z0-9.-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i;

/** The connection of a visitor, or of a proxy. */
export type Connection = Pick<Socket, 'localAddress' | 'localPort' | 'remoteAddress'>;

/**
 * Whether a socket's peer is a trusted proxy. why: other peers are the client itself, whatever they
 * forward.
 */
export const isProxy = (peer: string, proxies: BlockList): boolean =>
  clientAddress(peer, '192.0.2.1', proxies) === '192.0.2.1';
const last = (forwarded: string | null) => forwarded?.split(',').at(-1)?.trim() ?? '';

/** Whether the visitor uses TLS, as the trusted proxy reports in X-Forwarded-Proto. */
export const usesTls = (forwarded: string | null, peer: string, proxies: BlockList): boolean =>
  last(forwarded) === 'https' && isProxy(peer, proxies);

/** Host names of this machine. */
const OWN_NAMES = ['localhost', hostname().toLowerCase(), `${hostname().toLowerCase()}.local`];

/**
 * Whether an origin is the site's own: a configured name, or one of this machine. Without
 * configured names, those that a trusted proxy forwards are accepted too. why: `Host` is arbitrary,
 * and each value would be a separate page in the cache.
 * @param publicHosts `PUBLIC_HOSTS`: names, with a port unless it is the default
 */
export function isOwnOrigin(
  origin: string,
  { localAddress, localPort, remoteAddress }: Connection,
  publicHosts: readonly string[],
  proxies: BlockList,
): boolean {
  const { host, hostname: name, port } = new URL(origin);
  if (publicHosts.includes(host)) return true;
  if (publicHosts.length === 0 && isProxy(remoteAddress ?? '', proxies)) return true;
  const address = (localAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
  const names = [...OWN_NAMES, address.includes(':') ? `[${address}]` : address];
  return names.includes(name) && Number(port || 80) === localPort;
}

/**
 * The site's origin as the visitor typed it: 'https://studio.example'. From a trusted proxy,
 * X-Forwarded-Proto and X-Forwarded-Host are used when well-formed.
 * @param peer address of the socket's peer
 */
export function publicOrigin(request: Request, peer: string, proxies: BlockList): string {
  const own = new URL(request.url);
  if (!isProxy(peer, proxies)) return own.origin;
  const said = last(request.headers.get('x-forwarded-proto'));
  const protocol = /^https?$/.test(said) ? said : own.protocol.slice(0, -1);
  const forwarded = last(request.headers.get('x-forwarded-host'));
  // why: some strings match the pattern and are not hosts: 1.2.3.4.5, port 99999.
  const isHost = HOST.test(forwarded) && URL.canParse(`http://${forwarded}`);
  const host = isHost ? forwarded : own.host;
  return new URL(`${protocol}://${host}`).origin;
}
