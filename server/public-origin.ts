import type { BlockList } from 'node:net';
import { clientAddress } from '#backend/client-address.ts';

const HOST = /^[a-z0-9.-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i;

/**
 * The site's address as the visitor wrote it: 'https://studio.example'. Behind a trusted proxy it is
 * what that proxy says in X-Forwarded-Proto and X-Forwarded-Host, each only where it is well formed.
 * @param peer address of the socket's other end
 */
export function publicOrigin(request: Request, peer: string, proxies: BlockList): string {
  const own = new URL(request.url);
  // why: a peer that is no trusted proxy is itself the client, whatever it forwards.
  const viaProxy = clientAddress(peer, '192.0.2.1', proxies) === '192.0.2.1';
  if (!viaProxy) return own.origin;
  const last = (name: string) => request.headers.get(name)?.split(',').at(-1)?.trim() ?? '';
  const protocol = /^https?$/.test(last('x-forwarded-proto'))
    ? last('x-forwarded-proto')
    : own.protocol.slice(0, -1);
  const forwarded = last('x-forwarded-host');
  // why: some texts look like a host and are none: 1.2.3.4.5, a port of 99999.
  const isHost = HOST.test(forwarded) && URL.canParse(`http://${forwarded}`);
  const host = isHost ? forwarded : own.host;
  return new URL(`${protocol}://${host}`).origin;
}
