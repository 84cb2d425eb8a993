import { connect } from 'node:net';
import { LAST_WORD, type Probe } from './requests.ts';

/** What came back on a probe's connection. */
export interface Heard {
  /** Of each answer in turn; interim ones (1xx but 101) left out. */
  statuses: number[];
  /** Everything as it came, as Latin-1. */
  text: string;
  /** How it ended: by the site, by an error of the connection, by us when all was said, or not. */
  end: 'closed' | 'broken' | 'done' | 'late';
  milliseconds: number;
}

const PATIENCE = 20_000;
/** How long a connection that is cut off may say something before. */
const LINGER = 50;

const STATUS_LINE = /(?<=^|\n|[\]}]|<\/html>|ok|Found|Allowed)HTTP\/1\.1 (\d{3}) /g;

/** Whether a WebSocket's side of the site has said its last word, or goodbye. */
function isOver(text: string): boolean {
  const begin = text.indexOf('\r\n\r\n') + 4;
  if (begin < 4 || !text.startsWith('HTTP/1.1 101')) return false;
  const bytes = Buffer.from(text.slice(begin), 'latin1');
  for (let at = 0; at + 2 <= bytes.length;) {
    const short = bytes[at + 1]! & 0x7f;
    const head = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (at + head > bytes.length) return false;
    const length =
      short < 126
        ? short
        : short === 126
          ? bytes.readUInt16BE(at + 2)
          : Number(bytes.readBigUInt64BE(at + 2));
    if ((bytes[at]! & 0x0f) === 8) return true;
    at += head + length;
  }
  return bytes.includes(LAST_WORD);
}

/** Sends a probe on a connection of its own and listens until that ends. */
export function ask(site: URL, { bytes, ends }: Probe): Promise<Heard> {
  return new Promise((resolve) => {
    const began = performance.now();
    let text = '';
    const socket = connect({ host: site.hostname, port: Number(site.port) });
    const finish = (end: Heard['end']) => {
      clearTimeout(timer);
      socket.destroy();
      const all = [...text.matchAll(STATUS_LINE)].map(([, code]) => Number(code));
      const statuses = all.filter((code) => code >= 200 || code === 101);
      resolve({ statuses, text, end, milliseconds: performance.now() - began });
    };
    const timer = setTimeout(() => finish('late'), PATIENCE);
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
      if (ends === 'socket' && isOver(text)) finish('done');
    });
    socket.once('error', () => finish('broken')).once('close', () => finish('closed'));
    socket.once('connect', () => {
      socket.write(bytes, () => {
        if (ends === 'cut') setTimeout(() => finish('done'), LINGER);
      });
    });
  });
}
