import { connect } from 'node:net';
import type { Answer } from './ask.ts';

/** Sends raw bytes to a site; returns the whole response. */
export function sendRaw(
  address: string,
  bytes: string,
): Promise<Pick<Answer, 'status' | 'headers' | 'text'>> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    let text = '';
    connect({ host: hostname, port: Number(port) })
      .setEncoding('latin1')
      .on('data', (part: string) => (text += part))
      .on('close', () => {
        const [status = '', ...lines] = (text.split('\r\n\r\n')[0] ?? '').split('\r\n');
        const headers = lines.map((line) => [
          line.split(': ')[0]?.toLowerCase() ?? '',
          line.slice(line.indexOf(': ') + 2),
        ]);
        resolve({
          status: Number(status.split(' ')[1]),
          headers: Object.fromEntries(headers) as Answer['headers'],
          text,
        });
      })
      .on('error', reject)
      .end(bytes);
  });
}
