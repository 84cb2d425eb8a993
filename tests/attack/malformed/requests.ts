import { gzipSync } from 'node:zlib';
import type { Dice } from '#tests/support/dice.ts';
import { hostileJson, hostileText, mangled } from './hostile-values.ts';

/** Credentials of a request's sender. */
export interface Caller {
  anonKey: string;
  /** A staff access token. */
  token: string;
}

/** Bytes to send on a new connection, and the expected reaction. */
export interface Probe {
  /** The target, for statistics. */
  area: string;
  bytes: Buffer;
  /**
   * `answered`: a status is required. `cut`: an incomplete request, so the connection is closed;
   * output before that is checked. `socket`: a WebSocket, done when its last frame (`LAST_WORD`) is
   * answered or a frame before it ended the connection.
   */
  ends: 'answered' | 'cut' | 'socket';
  /** Bytes after the first request must not be processed as another one. */
  isAlone?: boolean;
}

/** Identifies a WebSocket's last frame, and the reply to it. */
export const LAST_WORD = 'last-word';

/** A request before it is serialized. */
export interface Draft {
  area: string;
  method: string;
  target: string;
  headers: [name: string, value: string][];
  body?: Buffer | string;
}

const bytesOf = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
const withoutBreaks = (text: string) => text.replaceAll(/[\0\r\n]/g, '');

/** Headers with a meaning to proxies and servers, with unexpected values. */
function hostileHeader(dice: Dice): [string, string] {
  const text = () => bytesOf(withoutBreaks(hostileText(dice)));
  return dice.of<() => [string, string]>([
    () => [
      'prefer',
      dice.of(['return=', 'count=exact,,', 'tx=rollback', 'handling=strict', text()]),
    ],
    () => ['prefer', `return=representation, count=exact, max-affected=${text()}`],
    () => ['prefer', `handling=strict, ${text()}`],
    () => [
      'range',
      dice.of(['0-', '5-1', 'bytes=9-1', 'bytes=-0', 'bytes=0-0,2-3', '9999999999-', text()]),
    ],
    () => ['range-unit', text()],
    () => ['accept', dice.of(['*', 'application/vnd.pgrst.object+json', 'text/csv', ';;', text()])],
    () => ['accept-profile', dice.of(['public', 'auth', 'private', text()])],
    () => ['content-profile', dice.of(['auth', text()])],
    () => ['accept-encoding', dice.of(['br;q=2', ',,,', 'identity;q=0', 'a'.repeat(5000), text()])],
    () => ['accept-language', text()],
    () => ['if-none-match', dice.of(['*', '"', 'W/', '"a","b', text()])],
    () => ['if-modified-since', text()],
    () => ['if-range', text()],
    () => [
      'authorization',
      dice.of(['Bearer', 'Bearer a.b.c', 'Basic eDp5', `Bearer ${'e'.repeat(7000)}`, text()]),
    ],
    () => ['apikey', text()],
    () => ['x-forwarded-for', dice.of(['::', '1.2.3', 'a, b, c', ','.repeat(2000), text()])],
    () => ['x-forwarded-proto', dice.of(['https', 'javascript', text()])],
    () => ['x-forwarded-host', dice.of(['evil.example', 'a b', '[::', text()])],
    () => ['x-http-method-override', 'DELETE'],
    () => ['x-upsert', text()],
    () => ['x-metadata', Buffer.from(hostileJson(dice).slice(0, 6000)).toString('base64')],
    () => ['cache-control', text()],
    () => ['cookie', dice.of(['a=b; __proto__=c', '=;=', text()])],
    () => ['origin', dice.of(['null', 'http://evil.example', text()])],
    () => ['access-control-request-headers', text()],
    () => ['expect', dice.of(['100-continue', '200-ok'])],
    () => ['te', 'trailers, deflate;q=0.5'],
    () => ['content-encoding', dice.of(['gzip', 'br', 'x'])],
    () => [`x-${'h'.repeat(1 + dice.below(200))}`, 'x'.repeat(dice.below(9000))],
    () => ['__proto__', 'polluted'],
    () => ['constructor', text()],
  ])();
}

const JSON_TYPES = [
  'application/json; charset=utf-16',
  'application/json;;',
  'APPLICATION/JSON',
  'application/vnd.pgrst.object+json',
  'text/csv',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/octet-stream',
  '',
];

/** A JSON body, with transmission errors. */
export function wrongly(json: string, dice: Dice): { body: Buffer | string; type: string } {
  const type = dice.may(0.85) ? 'application/json' : dice.of(JSON_TYPES);
  if (dice.may(0.4)) return { body: json, type };
  const body = dice.of<() => Buffer | string>([
    () => json.slice(0, dice.below(json.length + 1)),
    () => mangled(json, dice),
    () => `\ufeff${json}`,
    () => `${json}${json}`,
    () => `[${json},${json},]`,
    () => json.replace('{', '{"id":1,"id":2,'),
    () => json.replace('{', '{"__proto__":{"x":1},'),
    () => Buffer.from(json, 'utf16le'),
    () => Buffer.from(`${json}\u00ff\u00fe`, 'latin1'),
    () => Buffer.concat([Buffer.from(json), Buffer.from([0xed, 0xa0, 0x80])]),
    () => gzipSync(json),
    () => json.replace(/"[^"]*"/, '"\\ud800"'),
    () => json.replace(/"[^"]*"/, '"\\u0000"'),
    () => '['.repeat(20_000),
    () => hostileJson(dice),
    () => '',
  ])();
  return { body, type };
}

/** Serializes a request, with a few invalid headers. */
export function written(draft: Draft, dice: Dice): Probe {
  const headers: [string, string][] = [['host', 'studio.example'], ...draft.headers];
  headers.push(...dice.some(dice.may(0.4) ? 3 : 0, () => hostileHeader(dice)));
  if (dice.may(0.02)) headers.push(...headers.slice(1));
  if (!headers.some(([name]) => name === 'x-forwarded-for')) {
    headers.push([
      'x-forwarded-for',
      `10.${dice.below(250)}.${dice.below(250)}.${dice.below(250)}`,
    ]);
  }
  const body = Buffer.from(draft.body ?? '');
  if (body.length > 0 || /^(POST|PUT|PATCH)$/.test(draft.method)) {
    headers.push(['content-length', String(body.length)]);
  }
  headers.push(['connection', 'close']);
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  // why: addresses with spaces or line breaks belong to raw-requests.ts.
  const target = bytesOf(draft.target).replaceAll(/[\0-\x20\x7f]/g, '');
  const head = `${draft.method} ${target} HTTP/1.1\r\n${lines}\r\n`;
  const bytes = Buffer.concat([Buffer.from(head, 'latin1'), body]);
  return { area: draft.area, bytes, ends: 'answered' };
}
