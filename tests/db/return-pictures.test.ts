import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { useGateway } from '#tests/support/gateway.ts';

const gateway = useGateway();
const CALLERS = [
  'anon',
  'no profile',
  'inventory_user',
  'storekeeper',
  'crm_user',
  'admin',
  'service',
] as const;
type Name = (typeof CALLERS)[number];
const DESK = new Set<Name>(['storekeeper', 'crm_user', 'admin', 'service']);

const storages = new Map<Name, ReturnType<typeof gateway.client>['storage']>();
const bucket = (name: Name) => storages.get(name)!.from('returns');
let picture: Blob;

beforeAll(async () => {
  storages.set('anon', gateway.client().storage);
  storages.set('service', gateway.client(gateway.serviceKey).storage);
  for (const name of [
    'no profile',
    'inventory_user',
    'storekeeper',
    'crm_user',
    'admin',
  ] as const) {
    const account = await gateway.createStaff(name === 'no profile' ? null : name);
    const client = gateway.client();
    await client.auth.signInWithPassword(account);
    storages.set(name, client.storage);
  }
  const create = { width: 8, height: 8, channels: 3, background: '#456' } as const;
  const bytes = await sharp({ create })
    .withExif({ IFD0: { Artist: 'Canary' }, IFD3: { GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer();
  picture = new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });
});

describe('pictures of returns', () => {
  test('are uploaded by staff of the desk only, and redrawn', async () => {
    expect(Buffer.from(await picture.arrayBuffer()).includes('Canary')).toBe(true);
    for (const caller of CALLERS) {
      const { error } = await bucket(caller).upload(`order/${caller}.jpg`, picture);
      expect([caller, error === null]).toEqual([caller, DESK.has(caller)]);
    }
    const { data } = await bucket('crm_user').download('order/crm_user.jpg');
    const stored = Buffer.from(await data!.arrayBuffer());
    expect(stored.includes('Canary')).toBe(false);
    expect((await sharp(stored).metadata()).exif).toBeUndefined();
    const svg = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/svg+xml' });
    expect((await bucket('crm_user').upload('order/a.svg', svg)).error).not.toBeNull();
  });

  test('are seen by them only, and never by a public address', async () => {
    await bucket('service').upload('order/seen.jpg', picture, { upsert: true });
    for (const caller of CALLERS) {
      const own = bucket(caller);
      const { data: list } = await own.list('order');
      const done = [
        (await own.download('order/seen.jpg')).error === null,
        (await own.info('order/seen.jpg')).error === null,
        (await own.createSignedUrl('order/seen.jpg', 60)).error === null,
        (list ?? []).length > 0,
      ];
      const may = DESK.has(caller);
      expect([caller, ...done]).toEqual([caller, may, may, may, may]);
      for (const way of ['object', 'render/image']) {
        const path = `${gateway.url}/storage/v1/${way}/public/returns/order/seen.jpg`;
        expect((await fetch(path)).status).toBeGreaterThanOrEqual(400);
      }
    }
    const { data } = await bucket('crm_user').createSignedUrl('order/seen.jpg', 60);
    const signed = await fetch(data!.signedUrl);
    expect([signed.status, signed.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  test('are neither replaced nor removed by staff', async () => {
    await bucket('service').upload('order/stays.jpg', picture, { upsert: true });
    for (const caller of CALLERS.filter((name) => name !== 'service')) {
      const own = bucket(caller);
      expect((await own.update('order/stays.jpg', picture)).error).not.toBeNull();
      expect((await own.move('order/stays.jpg', 'order/gone.jpg')).error).not.toBeNull();
      await own.remove(['order/stays.jpg']);
      expect((await bucket('service').exists('order/stays.jpg')).data).toBe(true);
    }
  });
});
