import { crc32, deflateSync } from 'node:zlib';

/** Bytes of a Latin-1 string. */
export const latin = (...parts: string[]): Buffer => Buffer.from(parts.join(''), 'latin1');

export function pngChunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), body]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(body.length);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
}

/** A grey PNG whose header claims that size, whatever it contains. */
export function png(
  width: number,
  height: number,
  held: Buffer = Buffer.alloc(64),
  extra: Buffer = Buffer.alloc(0),
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 0], 8);
  return Buffer.concat([
    latin('\x89PNG\r\n\x1a\n'),
    pngChunk('IHDR', header),
    extra,
    pngChunk('IDAT', deflateSync(held)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A GIF of that many frames of one pixel each, on a canvas of that size. */
export function gif(side: number, frames: number): Buffer {
  const header = Buffer.from([...latin('GIF89a'), 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
  header.writeUInt16LE(side, 6);
  header.writeUInt16LE(side, 8);
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  return Buffer.concat([header, ...Array.from({ length: frames }, () => frame), latin(';')]);
}

/** A JPEG whose header claims another size. */
export function claiming(jpeg: Buffer, side: number): Buffer {
  const changed = Buffer.from(jpeg);
  const at = changed.indexOf(Buffer.from([0xff, 0xc0]));
  changed.writeUInt16BE(side, at + 5);
  changed.writeUInt16BE(side, at + 7);
  return changed;
}
