import { describe, expect, it } from 'vitest';
import { parseProxies } from '#backend/client-address.ts';
import { publicOrigin } from './public-origin.ts';

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
