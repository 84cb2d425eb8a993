import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { claiming, gif, latin, png, pngChunk } from '#tests/support/hostile-pictures.ts';
import { type Format, FORMATS, type HostileFile, MARKER, PAYLOADS } from './payloads.ts';
import { drawings, strangers } from './strangers.ts';

type Pictures = Record<Format, Buffer>;

async function pictures(): Promise<Pictures> {
  const raw = { width: 120, height: 90, channels: 3 } as const;
  const noise = sharp(randomBytes(120 * 90 * 3), { raw });
  const all = FORMATS.map(async (format) => {
    const bytes = await noise
      .clone()
      .toFormat(format, format === 'avif' ? { effort: 0 } : {})
      .toBuffer();
    return [format, bytes] as const;
  });
  return Object.fromEntries(await Promise.all(all)) as Pictures;
}

const after = (bytes: Buffer, at: number, more: Buffer) =>
  Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]);
const sized = (more: Buffer, little = false) => {
  const size = Buffer.alloc(4);
  if (little) size.writeUInt32LE(more.length);
  else size.writeUInt32BE(more.length + 8);
  return size;
};

/** Inserts bytes as a comment of the format. */
const remarked: Record<Format, (picture: Buffer, remark: Buffer) => Buffer> = {
  jpeg: (picture, remark) =>
    after(
      picture,
      2,
      Buffer.concat([
        Buffer.from([0xff, 0xfe, (remark.length + 2) >> 8, (remark.length + 2) & 255]),
        remark,
      ]),
    ),
  png: (picture, remark) =>
    after(picture, 33, pngChunk('tEXt', Buffer.concat([latin('Comment\0'), remark]))),
  webp: (picture, remark) => {
    const even = remark.length % 2 === 0 ? remark : Buffer.concat([remark, latin('\0')]);
    const longer = Buffer.concat([picture, latin('JUNK'), sized(even, true), even]);
    longer.writeUInt32LE(longer.length - 8, 4);
    return longer;
  },
  avif: (picture, remark) => Buffer.concat([picture, sized(remark), latin('free'), remark]),
  gif: (picture, remark) => {
    const at = 13 + 3 * 2 ** ((picture[10]! & 7) + 1);
    return after(
      picture,
      at,
      Buffer.concat([Buffer.from([0x21, 0xfe, remark.length]), remark, Buffer.from([0])]),
    );
  },
};

/** Polyglots: a payload before, inside or after a picture. */
const polyglots = (all: Pictures): HostileFile[] =>
  FORMATS.flatMap((format) =>
    Object.entries(PAYLOADS).flatMap(([kind, payload]) => {
      const picture = all[format];
      const type = `image/${format}`;
      return [
        { what: `${kind} behind a ${format}`, bytes: Buffer.concat([picture, payload]), type },
        { what: `${kind} inside a ${format}`, bytes: remarked[format](picture, payload), type },
        { what: `${kind} before a ${format}`, bytes: Buffer.concat([payload, picture]), type },
      ];
    }),
  );

/** Metadata of cameras, editors and attackers inside a picture. */
async function described(): Promise<HostileFile[]> {
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="${MARKER}"/></rdf:RDF></x:xmpmeta>`;
  const script = `<script>${MARKER}</script>`;
  const gps = { GPSLatitude: '51/1 30/1 3230/100', GPSMapDatum: MARKER };
  const ways: [string, (from: Sharp) => Sharp][] = [
    [
      'a script in its EXIF',
      (from) =>
        from.withExif({ IFD0: { Copyright: script, Artist: script, ImageDescription: script } }),
    ],
    ['a place in its EXIF', (from) => from.withExif({ IFD0: { Make: MARKER }, IFD3: gps })],
    [
      'a user comment in its EXIF',
      (from) => from.withExif({ IFD2: { UserComment: `ASCII ${script}` } }),
    ],
    ['XMP', (from) => from.withXmp(xmp)],
    [
      'everything at once, lying on its side',
      (from) =>
        from
          .withExif({ IFD0: { Copyright: script }, IFD3: gps })
          .withXmp(xmp)
          .withMetadata({ orientation: 8 }),
    ],
  ];
  const of = (['jpeg', 'png', 'webp', 'avif'] as const).flatMap((format) =>
    ways.map(async ([what, add]) => {
      const plain = sharp({ create: { width: 60, height: 40, channels: 3, background: '#963' } });
      const bytes = await add(plain).toFormat(format).toBuffer();
      return { what: `${format} with ${what}`, bytes, type: `image/${format}` };
    }),
  );
  return Promise.all(of);
}

const zeros = deflateSync(Buffer.alloc(50_000_000));

function bombs({ jpeg, webp, avif }: Pictures): HostileFile[] {
  const huge = (bytes: Buffer, box: string, width: number) => {
    const changed = Buffer.from(bytes);
    const at = changed.indexOf(box);
    if (box === 'ispe') for (const offset of [8, 12]) changed.writeUInt32BE(width, at + offset);
    else changed.writeUInt32LE(((width - 1) & 0x3fff) | ((width - 1) << 14), at + 9);
    return changed;
  };
  const wide = Buffer.concat([
    webp.subarray(0, 12),
    latin('VP8X'),
    Buffer.from([10, 0, 0, 0, 2, 0, 0, 0, 255, 255, 255, 255, 255, 0]),
    webp.subarray(12),
  ]);
  const list: [string, Buffer, string][] = [
    ['PNG of 60,000 × 60,000', png(60_000, 60_000), 'png'],
    ['PNG of 2,147,483,647 × 1', png(2_147_483_647, 1), 'png'],
    ['PNG of 1 × 2,147,483,647', png(1, 2_147_483_647), 'png'],
    ['PNG just over 50 megapixels', png(50_001, 1000, Buffer.alloc(50_002 * 1000)), 'png'],
    ['PNG that holds 50 MB more than it is', png(10, 10, Buffer.alloc(50_000_000)), 'png'],
    [
      'PNG with 50 MB of color profile',
      png(9, 9, Buffer.alloc(90), pngChunk('iCCP', Buffer.concat([latin('x\0\0'), zeros]))),
      'png',
    ],
    [
      'PNG with 50 MB of text',
      png(9, 9, Buffer.alloc(90), pngChunk('zTXt', Buffer.concat([latin('x\0\0'), zeros]))),
      'png',
    ],
    [
      'PNG with 50 MB of other text',
      png(9, 9, Buffer.alloc(90), pngChunk('iTXt', Buffer.concat([latin('x\0\x01\0\0\0'), zeros]))),
      'png',
    ],
    [
      'PNG with 5,000 texts',
      png(
        9,
        9,
        Buffer.alloc(90),
        Buffer.concat(Array.from({ length: 5000 }, () => pngChunk('tEXt', latin(`x\0${MARKER}`)))),
      ),
      'png',
    ],
    ['GIF of 100 frames of 1,000 × 1,000', gif(1000, 100), 'gif'],
    ['GIF of 60,000 × 60,000', gif(60_000, 1), 'gif'],
    ['GIF of 200,000 frames of a point', gif(1, 200_000), 'gif'],
    ['GIF of 12 frames of 2,000 × 2,000', gif(2000, 12), 'gif'],
    ['JPEG of 65,000 × 65,000', claiming(jpeg, 65_000), 'jpeg'],
    ['JPEG of 7,000 × 7,000 that is not there', claiming(jpeg, 7000), 'jpeg'],
    ['AVIF of 60,000 × 60,000', huge(avif, 'ispe', 60_000), 'avif'],
    ['WebP that claims 65,536 × 65,536', Buffer.concat([wide]), 'webp'],
    ['zlib alone', zeros, 'png'],
  ];
  return list.map(([what, bytes, format]) => ({
    what: `bomb: ${what}`,
    bytes,
    type: `image/${format}`,
    isBomb: true,
  }));
}

/** Truncated and corrupted files, and files with another type's name. */
const broken = (all: Pictures): HostileFile[] =>
  FORMATS.flatMap((format, at) => {
    const bytes = all[format];
    const type = `image/${format}`;
    const place = (share: number) => Math.floor(bytes.length * share);
    const flipped = (share: number) => {
      const changed = Buffer.from(bytes);
      changed[place(share)]! ^= 0x40;
      return changed;
    };
    const blotted = Buffer.from(bytes).fill(0, place(0.4), place(0.6));
    const other = FORMATS[(at + 1) % FORMATS.length] ?? 'png';
    return [
      ...[0.02, 0.1, 0.5, 0.9].map((share) => ({
        what: `${share} of a ${format}`,
        bytes: bytes.subarray(0, place(share)),
        type,
      })),
      { what: `${format} without its last byte`, bytes: bytes.subarray(0, -1), type },
      ...[0.01, 0.05, 0.3, 0.7].map((share) => ({
        what: `${format} flipped at ${share}`,
        bytes: flipped(share),
        type,
      })),
      { what: `blotted ${format}`, bytes: blotted, type },
      { what: `${format}, as ${other}`, bytes, type: `image/${other}` },
      { what: `${format}, as HTML`, bytes, type: 'text/html' },
      { what: `${format} of no type`, bytes, type: '' },
    ];
  });

const MOST = 10_485_760;
const sizes = ({ jpeg }: Pictures): HostileFile[] => {
  const padded = (length: number) =>
    Buffer.concat([jpeg, Buffer.alloc(length - jpeg.length, MARKER)]);
  return [
    { what: 'nothing', bytes: Buffer.alloc(0), type: 'image/jpeg' },
    { what: 'one byte', bytes: Buffer.alloc(1, 0xff), type: 'image/jpeg' },
    { what: 'as large as may be', bytes: padded(MOST), type: 'image/jpeg' },
    { what: 'one byte larger', bytes: padded(MOST + 1), type: 'image/jpeg' },
    { what: '11 MB', bytes: padded(11_000_000), type: 'image/jpeg' },
    { what: '11 MB of nothing', bytes: Buffer.alloc(11_000_000), type: 'image/png' },
  ];
};

/** All hostile files, over 200, each with other bytes or another type. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const all = await pictures();
  return [
    ...polyglots(all),
    ...(await described()),
    ...bombs(all),
    ...drawings(),
    ...strangers(),
    ...broken(all),
    ...sizes(all),
  ];
}
