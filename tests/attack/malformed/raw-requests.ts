import type { Dice } from '#tests/support/dice.ts';
import { hostileText, mangled } from './hostile-values.ts';
import type { Probe } from './requests.ts';

const HOST = 'host: studio.example\r\n';
const JSON_HEAD = `POST /rest/v1/rpc/search_catalogue HTTP/1.1\r\n${HOST}content-type: application/json\r\n`;
const NEXT = `GET /healthz HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`;

/** Invalid HTTP: smuggling, folding, wrong lines, truncation. */
export function rawRequest(dice: Dice): Probe {
  const get = (target: string, more = '') =>
    `GET ${target} HTTP/1.1\r\n${HOST}${more}connection: close\r\n\r\n`;
  const answered = (text: string): Probe => ({
    area: 'raw',
    bytes: Buffer.from(text, 'latin1'),
    ends: 'answered',
  });
  const alone = (text: string): Probe => ({ ...answered(text), isAlone: true });
  const cut = (text: string): Probe => ({ ...answered(text), ends: 'cut' });
  const text = () => Buffer.from(hostileText(dice)).toString('latin1');
  return dice.of<() => Probe>([
    () =>
      alone(`${JSON_HEAD}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${NEXT}`),
    () => alone(`${JSON_HEAD}transfer-encoding: chunked\r\ncontent-length: 4\r\n\r\n5c\r\n${NEXT}`),
    () => alone(`${JSON_HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\n{}x${NEXT}`),
    () => alone(`${JSON_HEAD}content-length: 2, 2\r\n\r\n{}${NEXT}`),
    () =>
      alone(
        `${JSON_HEAD}content-length: ${dice.of(['-1', '+2', '0x2', '2e0', '9'.repeat(30), '2 2', ''])}\r\n\r\n{}${NEXT}`,
      ),
    () =>
      alone(
        `${JSON_HEAD}transfer-encoding: ${dice.of(['x', 'chunked, x', 'xchunked', 'chunked;q=1', '\x0bchunked', 'identity'])}\r\n\r\n0\r\n\r\n${NEXT}`,
      ),
    () => alone(`${JSON_HEAD}transfer-encoding : chunked\r\n\r\n0\r\n\r\n${NEXT}`),
    () =>
      answered(
        `${JSON_HEAD}transfer-encoding: chunked\r\nconnection: close\r\n\r\n2;${dice.of(['a=b', 'x'.repeat(5000), '"\n'])}\r\n{}\r\n0\r\n\r\n`,
      ),
    () =>
      answered(
        `${JSON_HEAD}transfer-encoding: chunked\r\nconnection: close\r\n\r\n${dice.of(['zz', '-2', '2 ', 'f'.repeat(17), '0x2', ''])}\r\n{}\r\n0\r\n\r\n`,
      ),
    () =>
      answered(
        `${JSON_HEAD}transfer-encoding: chunked\r\nconnection: close\r\n\r\n2\r\n{}\r\n0\r\nx-trailer: ${'t'.repeat(dice.below(20_000))}\r\n\r\n`,
      ),
    () => answered(get('/my-order', 'x-folded: a\r\n b\r\n')),
    () => answered(get('/my-order', ' x: leading\r\n')),
    () => answered(get('/my-order', `x: ${dice.of(['\0', '\x01', '\x7f', '\xff\xfe', '\r'])}\r\n`)),
    () => answered(get('/my-order', `${dice.of(['', ' ', 'a b', 'x\0', 'x\xff', '(x)'])}: y\r\n`)),
    () => answered(get('/my-order', 'host: second.example\r\n')),
    () => answered(`GET /my-order HTTP/1.1\r\nconnection: close\r\n\r\n`),
    () =>
      answered(
        `GET /my-order HTTP/1.1\r\nhost: ${dice.of(['', 'a b', '[::', 'a:b:c', 'x/y', 'user@x', '\xff', 'a'.repeat(3000), text().replaceAll(/[\r\n\0]/g, '')])}\r\nconnection: close\r\n\r\n`,
      ),
    () =>
      answered(
        `GET /my-order HTTP/${dice.of(['0.9', '1.0', '1.2', '2.0', '3', '9.9', 'x', '1.1 ', ''])}\r\n${HOST}connection: close\r\n\r\n`,
      ),
    () =>
      answered(
        `${dice.of(['get', 'G ET', '', 'FOO', 'CONNECT', 'M-SEARCH', 'PRI', 'A'.repeat(300), '\x16\x03\x01'])} /my-order HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`,
      ),
    () => answered(`OPTIONS * HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`),
    () =>
      answered(
        `${dice.of(['GET', 'HEAD', 'POST'])} ${dice.of(['*', '', 'x', '?', '#', 'http://', 'http:///x', '//', '///', 'http://a b/', 'https://evil.example:99999/', 'file:///etc/passwd', '\\\\evil\\x'])} HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`,
      ),
    () =>
      answered(
        get(
          `/my-order${dice.of(['\xff\xfe', '%', '?\xed\xa0\x80', '\t', '/\x7f', `?${'x='.repeat(9000)}`])}`,
        ),
      ),
    () => answered(`GET /my-order\r\n\r\n`),
    () => answered(`\r\n\r\n\r\n${NEXT}`),
    () => answered(`GET /my-order HTTP/1.1\n${HOST.replace('\r', '')}connection: close\n\n`),
    () => answered(get('/my-order', 'x: y\r\n'.repeat(3000))),
    () => answered(get('/my-order', `x: ${'y'.repeat(20_000)}\r\n`)),
    () =>
      answered(
        `GET /healthz HTTP/1.1\r\n${HOST}content-length: 5\r\nconnection: close\r\n\r\nhello`,
      ),
    () => answered(`${`GET /healthz HTTP/1.1\r\n${HOST}\r\n`.repeat(20)}${NEXT}`),
    () => answered(`${`GET /my-order HTTP/1.1\r\n${HOST}\r\n`.repeat(3)}garbage\r\n\r\n`),
    () =>
      answered(
        `${JSON_HEAD}expect: 100-continue\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}`,
      ),
    () => answered(`\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03${'\0'.repeat(100)}\r\n\r\n`),
    () => answered(`PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`),
    () => answered(mangled(get('/my-order', 'accept: */*\r\n'), dice) + NEXT),
    () => cut(`GET /my-or`),
    () => cut(`GET /my-order HTTP/1.1\r\n${HOST}x: `),
    () => cut(`${JSON_HEAD}content-length: 500\r\n\r\n{"kind":`),
    () => cut(`${JSON_HEAD}transfer-encoding: chunked\r\n\r\n5\r\n{"k`),
    () =>
      cut(
        `POST /storage/v1/object/catalogue/props/x.jpg HTTP/1.1\r\n${HOST}content-length: 90000\r\ncontent-type: image/jpeg\r\n\r\n\xff\xd8\xff`,
      ),
    () => cut(`${JSON_HEAD}content-length: 0\r\n`),
    () => cut(''),
    () => cut(`GET /pictures/opening-2000.webp HTTP/1.1\r\n${HOST}\r\n`.repeat(10)),
  ])();
}
