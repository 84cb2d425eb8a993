import { createHash } from 'node:crypto';
import type { Dice } from '#tests/support/dice.ts';
import { hostileText, mangled } from './hostile-values.ts';
import { type Caller, LAST_WORD, type Probe } from './requests.ts';

/** One frame of RFC 6455, invalid in the requested ways. */
function frame(
  opcode: number,
  payload: Buffer,
  { fin = true, reserved = 0, masked = true, length = payload.length } = {},
): Buffer {
  const first = (fin ? 0x80 : 0) | (reserved << 4) | opcode;
  const mask = masked ? 0x80 : 0;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = first;
  head[1] = mask | (length < 126 ? length : length < 65_536 ? 126 : 127);
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  if (!masked) return Buffer.concat([head, payload]);
  const key = Buffer.from([1, 2, 3, 4]);
  return Buffer.concat([head, key, payload.map((byte, at) => byte ^ key[at % 4]!)]);
}

const [TEXT, BINARY, CLOSE, PING] = [1, 2, 8, 9];
const textFrame = (text: string) => frame(TEXT, Buffer.from(text));

/** Valid and invalid join requests. */
function join(dice: Dice, token: string): string {
  const text = () => hostileText(dice).slice(0, 500);
  const binding = () => ({
    event: dice.of(['*', 'INSERT', text()]),
    schema: dice.of(['public', '*', text()]),
    table: dice.of(['props', 'enquiries', text()]),
    ...(dice.may(0.4) && { filter: dice.of(['id=eq.1', 'x=in.(', text()]) }),
  });
  const config = {
    broadcast: dice.of<unknown>([undefined, { ack: true, self: true }, text()]),
    postgres_changes: dice.some(dice.may(0.1) ? 40 : 3, binding),
    private: dice.may(0.5),
    ...(dice.may(0.1) && { presence: { enabled: true } }),
  };
  const payload = {
    config,
    ...(dice.may(0.8) && { access_token: dice.may(0.9) ? token : text() }),
  };
  const topic = dice.of([
    'realtime:props',
    'realtime:enquiry:1',
    'phoenix',
    `realtime:${text()}`,
    text(),
  ]);
  return JSON.stringify(['1', '1', topic, 'phx_join', payload]);
}

function frames(dice: Dice, token: string): Buffer[] {
  const text = () => hostileText(dice);
  const event = () =>
    dice.of([
      'phx_join',
      'phx_leave',
      'heartbeat',
      'access_token',
      'broadcast',
      'presence',
      text(),
    ]);
  const deep = '['.repeat(20_000) + ']'.repeat(20_000);
  const message = () =>
    JSON.stringify([
      text().slice(0, 60),
      '2',
      dice.of(['realtime:props', 'phoenix', text()]),
      event(),
      dice.of<unknown>([
        {},
        null,
        5,
        text(),
        { event: 'x', payload: text() },
        { access_token: text() },
      ]),
    ]);
  return dice.of<() => Buffer[]>([
    () => [textFrame(message())],
    () => dice.some(6, () => textFrame(message())),
    () => [textFrame(join(dice, token))],
    () => [textFrame(join(dice, token)), ...dice.some(4, () => textFrame(message()))],
    () => dice.some(60, () => textFrame(join(dice, token))),
    () => [
      textFrame(join(dice, token)),
      textFrame(`["1","2","realtime:props","broadcast",{"event":"x","payload":${deep}}]`),
    ],
    () => [textFrame(mangled(message(), dice))],
    () => [textFrame(deep)],
    () => [frame(BINARY, Buffer.from([3, 200, 1, 255, 9, 0, 1, 0x7b]))],
    () => [
      frame(BINARY, Buffer.from(Array.from({ length: dice.below(40) }, () => dice.below(256)))),
    ],
    () => [frame(TEXT, Buffer.from([0xff, 0xfe, 0xed, 0xa0, 0x80]))],
    () => [frame(TEXT, Buffer.from('[]'), { masked: false })],
    () => [frame(TEXT, Buffer.from('[]'), { reserved: 1 + dice.below(7) })],
    () => [frame(3 + dice.below(13), Buffer.from(text()).subarray(0, 100))],
    () => [frame(PING, Buffer.alloc(200))],
    () => [frame(PING, Buffer.from('x'), { fin: false })],
    () => [frame(0, Buffer.from('x'))],
    () => [frame(TEXT, Buffer.from('['), { fin: false }), textFrame(']')],
    () => [
      frame(TEXT, Buffer.from('['), { fin: false }),
      ...Array.from({ length: 300 }, () => frame(0, Buffer.from('x'), { fin: false })),
    ],
    () => [frame(TEXT, Buffer.alloc(64_001, 0x20))],
    () => [frame(TEXT, Buffer.from('x'), { length: 2 ** 40 })],
    () => [
      frame(
        CLOSE,
        Buffer.from(
          dice.of([[3], [0, 0], [0x03, 0xe7], [0x03, 0xed], [0xff, 0xff], [0x03, 0xe8, 0xff]]),
        ),
      ),
    ],
    () => Array.from({ length: 300 }, () => frame(PING, Buffer.from('p'))),
    () => [Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    () => [],
  ])();
}

/** A valid or invalid WebSocket handshake, followed by invalid frames. */
export function socketRequest(dice: Dice, { anonKey, token }: Caller): Probe {
  const isWrong = dice.may(0.25);
  const odd = <Value>(usual: Value, others: Value[]) =>
    isWrong && dice.may(0.4) ? dice.of(others) : usual;
  const key = createHash('md5')
    .update(String(dice.below(1e9)))
    .digest('base64');
  const lines = [
    `${odd('GET', ['POST', 'OPTIONS'])} ${odd(`/realtime/v1/websocket?vsn=2.0.0&apikey=${anonKey}`, ['/realtime/v1/websocket', `/realtime/v1/websocket?vsn=1.0.0&apikey=${anonKey}`, '/my-order', '//x', '/realtime/v1/websocket?vsn=2.0.0&apikey=%00'])} HTTP/1.1`,
    'host: studio.example',
    `upgrade: ${odd('websocket', ['h2c', 'WEBSOCKET', 'TLS/1.0', 'websocket, h2c'])}`,
    'connection: upgrade',
    `sec-websocket-key: ${odd(key, ['', 'x', 'a'.repeat(24), '\xff'])}`,
    `sec-websocket-version: ${odd('13', ['12', '0', 'x', ''])}`,
    ...(isWrong
      ? ['sec-websocket-extensions: permessage-deflate; x="', 'sec-websocket-protocol: a, a,, b']
      : []),
    `x-forwarded-for: 10.${dice.below(250)}.${dice.below(250)}.1`,
  ];
  const sent = [
    Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'),
    ...(isWrong ? [] : frames(dice, token)),
  ];
  sent.push(textFrame(`[null,"${LAST_WORD}","phoenix","heartbeat",{}]`));
  return { area: 'websocket', bytes: Buffer.concat(sent), ends: 'socket' };
}
