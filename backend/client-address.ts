import { BlockList, isIP } from 'node:net';

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
const plain = (address: string) => address.trim().replace(/^::ffff:(?=\d+\.)/i, '');

/** Reads a list of proxies, each an IP address or CIDR. Throws on anything else, naming it. */
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
 * The visitor's address: the socket's peer or, while that is a trusted proxy, the right-most
 * address of X-Forwarded-For that is none. Anything to the left of it could be made up.
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
