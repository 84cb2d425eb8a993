import { expect, it } from 'vitest';
import { clientAddress, networkOf, parseProxies } from './client-address.ts';

const proxies = parseProxies(['10.0.0.0/8', '2001:db8::/32', '192.0.2.1']);

it.each([
  ['203.0.113.1', null, '203.0.113.1'],
  ['203.0.113.1', '198.51.100.1', '203.0.113.1'],
  ['10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['10.1.2.3', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  ['10.1.2.3', '1.1.1.1, 198.51.100.1, 192.0.2.1,10.9.9.9', '198.51.100.1'],
  ['2001:db8::1', '2a00::5', '2a00::5'],
  ['10.1.2.3', '1.1.1.1, unknown', '10.1.2.3'],
  ['10.1.2.3', '', '10.1.2.3'],
  ['10.1.2.3', '10.0.0.1', '10.0.0.1'],
  ['', '198.51.100.1', ''],
])('finds the visitor behind %s that says %s', (peer, forwarded, visitor) => {
  expect(clientAddress(peer, forwarded, proxies)).toBe(visitor);
});

it.each(['proxy', '10.0.0.0/33', '::1/129', '10.0.0.1/', '10.0.0.1/x', ''])(
  'refuses %j as a proxy',
  (proxy) => {
    expect(() => parseProxies([proxy])).toThrow(/trusted proxy/);
  },
);

it.each([
  ['203.0.113.1', '203.0.113.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:DB8:0:0:0::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['', ''],
])('counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
