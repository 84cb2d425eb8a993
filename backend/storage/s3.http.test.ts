// @module-tag long
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useGateway } from '#tests/support/gateway.ts';
import { startS3Server } from '#tests/support/s3-server.ts';
import { sweepRemoved } from './removed.ts';
import { createS3Store } from './s3-store.ts';

const s3 = await startS3Server();
const gateway = useGateway({ bare: true }, {}, () => createS3Store(s3.bucket, () => {}));
const png = { contentType: 'image/png' };
let picture: Buffer;
const box = () => gateway.client(gateway.serviceKey).storage.from('box');

beforeAll(async () => {
  await gateway.client(gateway.serviceKey).storage.createBucket('box', { public: true });
  const create = { width: 60, height: 40, channels: 3, background: '#a52' } as const;
  picture = await sharp({ create }).png().toBuffer();
});
afterAll(() => s3.stop());

it('keeps pictures in S3 and serves them from there', async () => {
  expect((await box().upload('a/b 1.png', picture, png)).error).toBeNull();
  expect(s3.objects.size).toBe(1);
  const { publicUrl } = box().getPublicUrl('a/b 1.png').data;
  const part = await fetch(publicUrl, { headers: { range: 'bytes=1-3' } });
  expect([part.status, await part.text()]).toEqual([206, 'PNG']);
  const drawn = box().getPublicUrl('a/b 1.png', { transform: { width: 6, height: 4 } });
  const small = await sharp(
    Buffer.from(await (await fetch(drawn.data.publicUrl)).arrayBuffer()),
  ).metadata();
  expect(small).toMatchObject({ width: 6, height: 4, format: 'webp' });
  expect((await box().upload('a/b 1.png', picture, { ...png, upsert: true })).error).toBeNull();
  expect((await box().copy('a/b 1.png', 'c.png')).error).toBeNull();
  expect((await box().move('c.png', 'd.png')).error).toBeNull();
  expect((await fetch(box().getPublicUrl('d.png').data.publicUrl)).status).toBe(200);
  expect((await box().remove(['a/b 1.png', 'd.png'])).data).toHaveLength(2);
  const { owner } = gateway.db;
  await owner`update backend.removed_objects set removed_at = now() - interval '25 hours'`;
  expect(
    await sweepRemoved(
      owner,
      createS3Store(s3.bucket, () => {}),
    ),
  ).toBe(3);
  expect(s3.objects.size).toBe(0);
});

it('keeps no row of what S3 did not take', async () => {
  s3.state.failing = 3;
  const { error } = await box().upload('lost.png', picture, png);
  expect(error).toMatchObject({ status: 503 });
  expect((await box().exists('lost.png')).data).toBe(false);
  expect((await box().upload('lost.png', picture, png)).error).toBeNull();
});
