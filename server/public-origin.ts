import type { BlockList } from 'node:net';
import { clientAddress } from '#backend/client-address.ts';

const HOST = /^[a-z0-9.-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i;

// why: a peer that is no trusted proxy is itself the client, whatever it forwards.
const isProxy = (peer: string, proxies: BlockList) =>
  clientAddress(peer, '192.0.2.1', proxies) === '192.0.2.1';
const last = (forwarded: string | null) => forwarded?.split(',').at(-1)?.trim() ?? '';

/** Whether a visitor came by TLS: what the trusted proxy says in X-Forwarded-Proto. */
export const cameByTls = (forwarded: string | null, peer: string, proxies: BlockList): boolean =>
  last(forwarded) === 'https' && isProxy(peer, proxies);

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
