import type { BlockList, Socket } from 'node:net';
import { hostname } from 'node:os';
import { clientAddress } from '#backend';

const HOST = /^[a-z0-9.-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i;

/** The connection of a visitor, or of the proxy before it. */
export type Connection = Pick<Socket, 'localAddress' | 'localPort' | 'remoteAddress'>;

/**
 * Whether a socket's other end is a trusted proxy.
 * why: a peer that is none is itself the client, whatever it forwards.
 */
export const isProxy = (peer: string, proxies: BlockList): boolean =>
  clientAddress(peer, '192.0.2.1', proxies) === '192.0.2.1';
const last = (forwarded: string | null) => forwarded?.split(',').at(-1)?.trim() ?? '';

/** Whether a visitor came by TLS: what the trusted proxy says in X-Forwarded-Proto. */
export const cameByTls = (forwarded: string | null, peer: string, proxies: BlockList): boolean =>
  last(forwarded) === 'https' && isProxy(peer, proxies);

/** Names that every machine has. */
const OWN_NAMES = ['localhost', hostname().toLowerCase(), `${hostname().toLowerCase()}.local`];

/**
 * Whether the site is at home at this address: under a name that the operator gave, or one of this
 * machine. Without given names, those that a trusted proxy forwards are good too.
 * why: anybody can send any `Host`, and each would be a page of its own.
 * @param publicHosts `PUBLIC_HOSTS`: names with their port, where that is not the usual one
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
 * The site's address as the visitor wrote it: 'https://studio.example'. Behind a trusted proxy it is
 * what that proxy says in X-Forwarded-Proto and X-Forwarded-Host, each only where it is well formed.
 * @param peer address of the socket's other end
 */
export function publicOrigin(request: Request, peer: string, proxies: BlockList): string {
  const own = new URL(request.url);
  if (!isProxy(peer, proxies)) return own.origin;
  const said = last(request.headers.get('x-forwarded-proto'));
  const protocol = /^https?$/.test(said) ? said : own.protocol.slice(0, -1);
  const forwarded = last(request.headers.get('x-forwarded-host'));
  // why: some texts look like a host and are none: 1.2.3.4.5, a port of 99999.
  const isHost = HOST.test(forwarded) && URL.canParse(`http://${forwarded}`);
  const host = isHost ? forwarded : own.host;
  return new URL(`${protocol}://${host}`).origin;
}
