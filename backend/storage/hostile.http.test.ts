import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { useGateway } from '#tests/support/gateway.ts';
import { claiming, gif, latin as text, png, pngChunk } from '#tests/support/hostile-pictures.ts';

const gateway = useGateway({}, { pictures: 100_000 });
const storage = () => gateway.client(gateway.serviceKey).storage.from('catalogue');

const image = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#963' } });
const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));

type Hostile = [what: string, bytes: Buffer, type: string];
const files: Hostile[] = [];

beforeAll(async () => {
  const noise = sharp(randomBytes(300 * 300 * 3), {
    raw: { width: 300, height: 300, channels: 3 },
  });
  const [jpeg, pngs, webp, avif, gifs, tiff] = await Promise.all([
    noise.clone().jpeg().toBuffer(),
    noise.clone().png().toBuffer(),
    noise.clone().webp().toBuffer(),
    noise.clone().avif({ effort: 0 }).toBuffer(),
    noise.clone().gif().toBuffer(),
    noise.clone().tiff().toBuffer(),
  ]);
  const svg = text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  const html = text('<!doctype html><script>alert(1)</script>');
  const exe = text('MZ', '\0'.repeat(58), 'PE\0\0', 'This program cannot be run in DOS mode.');
  const zip = text('PK\x03\x04', '\0'.repeat(200));
  const entities = text('<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>');
  const badSum = Buffer.from(pngs);
  badSum[Math.floor(badSum.length / 2)]! ^= 255;
  const scrambled = Buffer.concat([jpeg.subarray(0, 700), Buffer.alloc(5000)]);
  const large = Buffer.concat([jpeg, Buffer.alloc(11_000_000)]);
  files.push(
    ['nothing, as JPEG', Buffer.alloc(0), 'image/jpeg'],
    ['nothing, as PNG', Buffer.alloc(0), 'image/png'],
    ['nothing, as WebP', Buffer.alloc(0), 'image/webp'],
    ['one byte', Buffer.alloc(1), 'image/png'],
    ['11 MB of JPEG', large, 'image/jpeg'],
    ['11 MB of nothing', Buffer.alloc(11_000_000), 'image/png'],
    ['just over 10 MiB', Buffer.alloc(10_485_761), 'image/png'],
    ['program for Windows, as JPEG', exe, 'image/jpeg'],
    ['program for Windows, as itself', exe, 'application/vnd.microsoft.portable-executable'],
    ['program for Linux, as PNG', text('\x7fELF\x02\x01\x01', '\0'.repeat(60)), 'image/png'],
    ['shell script, as GIF', text('#!/bin/sh\nrm -rf /\n'), 'image/gif'],
    ['PHP, as JPEG', text('<?php system($_GET["c"]);'), 'image/jpeg'],
    ['ZIP, as WebP', zip, 'image/webp'],
    ['PDF, as JPEG', text('%PDF-1.7\n1 0 obj\n'), 'image/jpeg'],
    ['HTML, as PNG', html, 'image/png'],
    ['HTML, as itself', html, 'text/html'],
    ['SVG, as PNG', svg, 'image/png'],
    ['SVG, as WebP', svg, 'image/webp'],
    ['SVG, as itself', svg, 'image/svg+xml'],
    ['SVG, as itself in capitals', svg, 'IMAGE/SVG+XML'],
    ['SVG of two types', svg, 'image/svg+xml;image/png'],
    ['SVG full of entities', entities, 'image/png'],
    ['script', text('alert(1)'), 'text/javascript'],
    ['GIF that is a script', text('GIF89a=1;alert(1)'), 'image/gif'],
    ['TIFF, as JPEG', tiff, 'image/jpeg'],
    ['TIFF, as itself', tiff, 'image/tiff'],
    ['BMP, as PNG', text('BM', '\0'.repeat(60)), 'image/png'],
    ['icon, as PNG', text('\0\0\x01\0\x01\0', '\0'.repeat(60)), 'image/png'],
    ['film, as AVIF', text('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'), 'image/avif'],
    ['HEIC without a picture', text('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 'image/avif'],
    ['PNG, as JPEG', pngs, 'image/jpeg'],
    ['JPEG, as PNG', jpeg, 'image/png'],
    ['WebP, as AVIF', webp, 'image/avif'],
    ['GIF, as WebP', gifs, 'image/webp'],
    ['JPEG of no type', jpeg, 'application/octet-stream'],
    ['JPEG of a strange type', jpeg, 'image/../jpeg'],
    ['JPEG of a long type', jpeg, `image/${'j'.repeat(5000)}`],
    ['half a JPEG', half(jpeg), 'image/jpeg'],
    ['half a PNG', half(pngs), 'image/png'],
    ['half a WebP', half(webp), 'image/webp'],
    ['half an AVIF', half(avif), 'image/avif'],
    ['half a GIF', half(gifs), 'image/gif'],
    ['beginning of a JPEG', jpeg.subarray(0, 3), 'image/jpeg'],
    ['beginning of a PNG', pngs.subarray(0, 8), 'image/png'],
    ['beginning of a WebP', webp.subarray(0, 12), 'image/webp'],
    ['PNG with a wrong sum', badSum, 'image/png'],
    ['scrambled JPEG', scrambled, 'image/jpeg'],
    ['noise', randomBytes(5000), 'image/jpeg'],
    ['bomb: PNG of 60,000 × 60,000', png(60_000, 60_000), 'image/png'],
    ['bomb: PNG of 8,000 × 8,000', png(8000, 8000, Buffer.alloc(8001 * 8000)), 'image/png'],
    ['bomb: JPEG of 65,000 × 65,000', claiming(jpeg, 65_000), 'image/jpeg'],
    ['bomb: GIF of 100 frames of 1,000 × 1,000', gif(1000, 100), 'image/gif'],
    ['bomb: gzip', gzipSync(Buffer.alloc(50_000_000)), 'image/png'],
    ['PNG without width', png(0, 10), 'image/png'],
  );
});

const rows = async () => (await gateway.db.owner`select name from storage.objects`).length;
const left = () => {
  try {
    return readdirSync(gateway.storageRoot, { recursive: true });
  } catch {
    return [];
  }
};

it(
  'refuses 50 hostile files and more, in words, and keeps nothing of them',
  { tags: ['long'] },
  async () => {
    expect(files.length).toBeGreaterThanOrEqual(50);
    for (const [what, bytes, type] of files) {
      for (const body of [bytes, new Blob([new Uint8Array(bytes)], { type })]) {
        const { error } = await storage().upload('props/hostile.jpg', body, { contentType: type });
        const status = Number(error && 'status' in error ? error.status : 200);
        expect([what, status, [400, 413, 415, 422].includes(status)]).toEqual([what, status, true]);
        expect(error?.message).toMatch(/^[\w ].{10,}/);
      }
    }
    expect(await rows()).toBe(0);
    expect(left()).toEqual([]);
    expect(gateway.said.filter((line) => line.includes('"error"'))).toEqual([]);
  },
);

it('keeps a picture that carries something, without what it carries', async () => {
  const marker = 'evil-payload-<script>';
  const upright = await image(40, 20)
    .withExif({ IFD0: { Copyright: marker }, IFD3: { GPSLatitude: '51/1 30/1 3230/100' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(upright).metadata()).orientation).toBe(6);
  const plain = await image(40, 20).png().toBuffer();
  const noted = Buffer.concat([
    plain.subarray(0, -12),
    pngChunk('tEXt', text(`Comment\0${marker}`)),
    plain.subarray(-12),
  ]);
  const carriers: [string, Buffer, string, number][] = [
    ['EXIF', upright, 'image/jpeg', 20],
    [
      'a second file behind it',
      Buffer.concat([plain, text('PK\x03\x04', marker)]),
      'image/png',
      40,
    ],
    ['a comment', noted, 'image/png', 40],
    ['50 MB that belong to no row', png(10, 10, Buffer.alloc(50_000_000)), 'image/png', 10],
  ];
  for (const [what, bytes, type, width] of carriers) {
    const name = `props/PRP-00001/${what}`;
    const { error } = await storage().upload(name, bytes, { contentType: type });
    expect([what, error]).toEqual([what, null]);
    const { data } = await storage().download(name);
    const stored = Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0));
    expect([what, stored.includes(marker)]).toEqual([what, false]);
    const found = await sharp(stored).metadata();
    expect([what, found.exif, found.orientation, found.width]).toEqual([
      what,
      undefined,
      undefined,
      width,
    ]);
  }
});

it.each([3_000, 8_000, 30_000, 200_000])(
  'refuses notes nested %i deep, or keeps them',
  async (levels) => {
    const form = new FormData();
    form.append('metadata', '{"a":'.repeat(levels) + '1' + '}'.repeat(levels));
    form.append(
      '',
      new Blob([new Uint8Array(await image(8, 8).png().toBuffer())], { type: 'image/png' }),
    );
    const url = `${gateway.url}/storage/v1/object/catalogue/props/deep-${levels}.png`;
    const headers = { apikey: gateway.serviceKey };
    const { status } = await fetch(url, { method: 'POST', headers, body: form });
    expect([200, 400]).toContain(status);
  },
);

it('refuses to move an object into a bucket that no text can name', async () => {
  const png = await image(8, 8).png().toBuffer();
  await storage().upload('props/stays.png', png, { contentType: 'image/png', upsert: true });
  const { error } = await storage().move('props/stays.png', 'props/goes.png', {
    destinationBucket: 'a\0b',
  });
  expect(error).toMatchObject({ status: 400 });
});

it('keeps nothing of an upload that breaks off', async () => {
  const before = [await rows(), left().length];
  const jpeg = await image(500, 500).jpeg().toBuffer();
  for (const length of [10, Math.floor(jpeg.length / 2), jpeg.length - 1]) {
    await new Promise<void>((done) => {
      const sent = request(`${gateway.url}/storage/v1/object/catalogue/props/half.jpg`, {
        method: 'POST',
        headers: {
          apikey: gateway.serviceKey,
          'content-type': 'image/jpeg',
          'content-length': jpeg.length,
        },
      });
      sent.on('error', () => done()).on('close', () => done());
      sent.write(jpeg.subarray(0, length), () => setTimeout(() => sent.destroy(), 50));
    });
  }
  const { error } = await storage().upload('props/whole.jpg', jpeg, { contentType: 'image/jpeg' });
  expect(error).toBeNull();
  expect([await rows(), left().length]).toEqual([before[0]! + 1, before[1]! + 1]);
  expect(gateway.said.filter((line) => line.includes('"error"'))).toEqual([]);
});

it.each([
  '../x.jpg',
  'a/../x.jpg',
  'a/./x.jpg',
  'a//x.jpg',
  'a/',
  '.',
  '..%2fx.jpg',
  'a\\x.jpg',
  'x\0.jpg',
  'a\nb.jpg',
  'größe.jpg',
  '<script>.jpg',
  'a|b.jpg',
  `${'x'.repeat(1025)}.jpg`,
])('takes no object under the name %j', async (name) => {
  const jpeg = await image(8, 8).jpeg().toBuffer();
  const path = `/storage/v1/object/catalogue/${encodeURIComponent(name).replaceAll('%25', '%')}`;
  const response = await fetch(gateway.url + path, {
    method: 'POST',
    headers: { apikey: gateway.serviceKey, 'content-type': 'image/jpeg' },
    body: new Uint8Array(jpeg),
  });
  expect([400, 404]).toContain(response.status);
  await storage().upload('props/there.jpg', jpeg, { contentType: 'image/jpeg', upsert: true });
  const moved = await storage().move('props/there.jpg', name.replace('%2f', '/'));
  expect(moved.error).toMatchObject({ status: 400 });
});
