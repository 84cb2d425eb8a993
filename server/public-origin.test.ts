import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { parseProxies } from '#backend';
import { isOwnOrigin, publicOrigin } from './public-origin.ts';

const proxies = parseProxies(['10.0.0.0/8']);
const originOf = (peer: string, headers: Record<string, string> = {}) =>
  publicOrigin(new Request('http://inner:3000/rent-props?q=a', { headers }), peer, proxies);

describe('the site’s public address', () => {
  it('is the one that was asked for', () => {
    expect(originOf('203.0.113.5')).toBe('http://inner:3000');
  });

  it('is not taken from a stranger’s headers', () => {
    const forged = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    expect(originOf('203.0.113.5', forged)).toBe('http://inner:3000');
  });

  it('is what a trusted proxy forwards', () => {
    const forwarded = { 'x-forwarded-host': 'studio.example', 'x-forwarded-proto': 'https' };
    expect(originOf('10.1.2.3', forwarded)).toBe('https://studio.example');
    expect(originOf('::ffff:10.1.2.3', forwarded)).toBe('https://studio.example');
    expect(originOf('10.1.2.3', { 'x-forwarded-proto': 'https' })).toBe('https://inner:3000');
    expect(originOf('10.1.2.3', { 'x-forwarded-host': 'a.example, b.example:8443' })).toBe(
      'http://b.example:8443',
    );
  });

  it.each(['evil.example/path', 'a b', 'x@y', '', '<script>', '1.2.3.4.5', 'a:99999', '[::1::2]'])(
    'is never "%s"',
    (host) => {
      expect(originOf('10.1.2.3', { 'x-forwarded-host': host })).toBe('http://inner:3000');
    },
  );
});

describe('a name that the site answers to', () => {
  const visitor = { remoteAddress: '203.0.113.5', localAddress: '192.0.2.1', localPort: 3000 };
  const proxy = { ...visitor, remoteAddress: '10.1.2.3' };
  const is = (origin: string, connection = visitor, hosts: string[] = []) =>
    isOwnOrigin(origin, connection, hosts, proxies);

  it('is one of its machine, at the port where it listens', () => {
    expect(is('http://localhost:3000')).toBe(true);
    expect(is('http://192.0.2.1:3000')).toBe(true);
    expect(is(`http://${hostname()}:3000`)).toBe(true);
    expect(is('http://192.0.2.1', { ...visitor, localPort: 80 })).toBe(true);
    expect(is('http://[2001:db8::1]:3000', { ...visitor, localAddress: '2001:db8::1' })).toBe(true);
    expect(is('http://127.0.0.1:3000', { ...visitor, localAddress: '::ffff:127.0.0.1' })).toBe(
      true,
    );
  });

  it('is nothing that somebody makes up', () => {
    for (const host of ['evil.example', 'localhost:1', '192.0.2.2:3000', 'x.localhost:3000']) {
      expect([host, is(`http://${host}`)]).toEqual([host, false]);
    }
  });

  it('is what a trusted proxy forwards, unless the names are given', () => {
    expect(is('https://studio.example', proxy)).toBe(true);
    const hosts = ['studio.example', 'other.example:8443'];
    expect(is('https://evil.example', proxy, hosts)).toBe(false);
    for (const connection of [proxy, visitor]) {
      expect(is('https://studio.example', connection, hosts)).toBe(true);
      expect(is('https://other.example:8443', connection, hosts)).toBe(true);
      expect(is('https://other.example', connection, hosts)).toBe(false);
      expect(is('http://localhost:3000', connection, hosts)).toBe(true);
    }
  });
});
