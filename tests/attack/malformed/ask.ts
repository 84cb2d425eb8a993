import { connect } from 'node:net';
import { LAST_WORD, type Probe } from './requests.ts';

/** The response on a probe's connection. */
export interface Heard {
  /** Status of each response in order; interim ones (1xx except 101) are left out. */
  statuses: number[];
  /** All received bytes, as Latin-1. */
  text: string;
  /** End of the connection: closed by the site, by an error, by us at the end, or not at all. */
  end: 'closed' | 'broken' | 'done' | 'late';
  milliseconds: number;
}

const PATIENCE = 60_000;
/** Longest wait for output on a half-closed connection. */
const LINGER = 50;

const STATUS_LINE = /(?<=^|\n|[\]}]|<\/html>|ok|Found|Allowed)HTTP\/1\.1 (\d{3}) /g;

/** Whether the site has sent its last WebSocket message or a close frame. */
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

/** Sends a probe on a new connection and reads until it ends. */
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
