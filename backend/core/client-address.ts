import { BlockList, isIP } from 'node:net';

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
const plain = (address: string) => address.trim().replace(/^::ffff:(?=\d+\.)/i, '');

/** Parses a list of proxies, each an IP address or CIDR. @throws Error naming an invalid entry. */
export function parseProxies(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    const most = isIP(address) === 6 ? 128 : 32;
    if (!isIP(address) || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most)))
      throw new Error(`A trusted proxy must be an IP address or CIDR, not "${proxy}".`);
    list.addSubnet(address, bits === undefined ? most : Number(bits), family(address));
  }
  return list;
}

/**
 * The client address: the socket's peer or, while that is a trusted proxy, the right-most untrusted
 * hop of X-Forwarded-For. Hops to the left of it can be forged.
 */
export function clientAddress(peer: string, forwardedFor: string | null, proxies: BlockList) {
  const hops = [...(forwardedFor?.split(',') ?? []), peer].map(plain);
  let address = plain(peer);
  for (const hop of hops.reverse()) {
    if (!isIP(hop)) break;
    address = hop;
    if (!proxies.check(hop, family(hop))) break;
  }
  return address;
}

/**
 * The network that limits apply to: an IPv4 address, or an IPv6 /64, which one subscriber controls.
 */
export function networkOf(address: string): string {
  const bare = address.replace(/%.*$/, '');
  if (isIP(bare) !== 6) return address;
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const groups = [head, tail ?? ''].map((half) => half.split(':').filter(Boolean));
  const zeros = Array<string>(8 - groups.flat().length).fill('0');
  return [...(groups[0] ?? []), ...zeros, ...(groups[1] ?? [])].slice(0, 4).join(':');
}
