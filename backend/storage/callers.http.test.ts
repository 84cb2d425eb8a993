import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';

import { useGateway } from '#tests/support/gateway.ts';

type StorageClient = ReturnType<typeof gateway.client>['storage'];

const gateway = useGateway();

const STAFF = ['inventory_user', 'crm_user', 'admin'] as const;
const CALLERS = ['anon', 'no profile', ...STAFF, 'service'] as const;
type Name = (typeof CALLERS)[number];

const storages = new Map<Name, StorageClient>();
const as = (name: Name): StorageClient => {
  const storage = storages.get(name);
  if (!storage) throw new Error(`${name} is not there`);
  return storage;
};
let picture: Blob;

beforeAll(async () => {
  storages.set('anon', gateway.client().storage);
  storages.set('service', gateway.client(gateway.serviceKey).storage);
  for (const name of ['no profile', ...STAFF] as const) {
    const account = await gateway.createStaff(name === 'no profile' ? null : name);
    const client = gateway.client();
    await client.auth.signInWithPassword(account);
    storages.set(name, client.storage);
  }
  const { owner } = gateway.db;
  await owner`insert into storage.buckets (id, name) values ('letters', 'letters')`;
  const create = { width: 8, height: 8, channels: 3, background: '#456' } as const;
  const bytes = await sharp({ create }).webp().toBuffer();
  picture = new Blob([new Uint8Array(bytes)], { type: 'image/webp' });
});

type Answer = { error: unknown; data: unknown };
type Deed = (storage: StorageClient, bucket: string, name: string) => Promise<Answer>;

/** Operations on an existing object, on its name or copying it to `<name>-2`. */
const DEEDS: Record<string, Deed> = {
  upload: (storage, bucket, name) => storage.from(bucket).upload(`${name}-2`, picture),
  upsert: (storage, bucket, name) => storage.from(bucket).upload(name, picture, { upsert: true }),
  update: (storage, bucket, name) => storage.from(bucket).update(name, picture),
  download: (storage, bucket, name) => storage.from(bucket).download(name),
  render: (storage, bucket, name) =>
    storage.from(bucket).download(name, { transform: { width: 4, height: 4 } }),
  info: (storage, bucket, name) => storage.from(bucket).info(name),
  list: async (storage, bucket) => {
    const { data, error } = await storage.from(bucket).list();
    return { data, error: error ?? (data.length === 0 ? 'nothing' : null) };
  },
  sign: (storage, bucket, name) => storage.from(bucket).createSignedUrl(name, 60),
  'sign many': async (storage, bucket, name) => {
    const { data, error } = await storage.from(bucket).createSignedUrls([name], 60);
    return { data, error: error ?? data[0]?.error };
  },
  'sign an upload': (storage, bucket, name) =>
    storage.from(bucket).createSignedUploadUrl(`${name}-2`),
  move: (storage, bucket, name) => storage.from(bucket).move(name, `${name}-2`),
  copy: (storage, bucket, name) => storage.from(bucket).copy(name, `${name}-2`),
  remove: async (storage, bucket, name) => {
    const { data, error } = await storage.from(bucket).remove([name]);
    return { data, error: error ?? (data.length === 0 ? 'nothing' : null) };
  },
};
const READING = new Set(['download', 'render', 'info', 'list', 'sign', 'sign many']);

const statusOf = (error: unknown) => {
  if (error === null) return 200;
  return typeof error === 'object' && 'status' in error ? error.status : 'nothing';
};
/** An object that the caller may not see answers like a missing one. */
const refused = (caller: Name, bucket: string, deed: string) => {
  if (deed === 'list' || deed === 'sign many') return 'nothing';
  // why: visitors lack the right to delete at all, others see nothing to delete.
  if (deed === 'remove' && bucket === 'letters') return caller === 'anon' ? 403 : 'nothing';
  const writes = ['upload', 'upsert', 'update', 'sign an upload'].includes(deed);
  return writes || bucket === 'catalogue' ? 403 : 404;
};

describe.each(['catalogue', 'letters'])('in the bucket %s', (bucket) => {
  const may = (caller: Name, deed: string) =>
    caller === 'service' ||
    (bucket === 'catalogue' && (READING.has(deed) || STAFF.some((each) => each === caller)));

  async function expectPolicies(caller: Name): Promise<void> {
    for (const [deed, act] of Object.entries(DEEDS)) {
      const name = `${caller}-${deed}`;
      const put = await as('service').from(bucket).upload(name, picture);
      expect(put.error).toBeNull();
      const { error } = await act(as(caller), bucket, name);
      expect([deed, statusOf(error)]).toEqual([
        deed,
        may(caller, deed) ? 200 : refused(caller, bucket, deed),
      ]);
      const names = await gateway.db.owner<{ name: string }[]>`
        delete from storage.objects where bucket_id = ${bucket} returning name`;
      const found = names.map((row) => row.name).toSorted();
      const left: Record<string, string[]> = {
        upload: [name, `${name}-2`],
        copy: [name, `${name}-2`],
        move: [`${name}-2`],
        remove: [],
      };
      expect([deed, found]).toEqual([deed, (may(caller, deed) && left[deed]) || [name]]);
    }
  }
  it.each(['anon', 'inventory_user'] as const)(
    '%s does what the policies say, and nothing else',
    expectPolicies,
  );
  it.each(['no profile', 'crm_user', 'admin', 'service'] as const)(
    '%s does what the policies say, too',
    { tags: ['long'] },
    expectPolicies,
  );
});

it('buckets are the service key’s, and public ones are seen by all', async () => {
  const may = (caller: Name) => caller === 'admin' || caller === 'service';
  for (const caller of CALLERS) {
    const isService = caller === 'service';
    const storage = as(caller);
    const id = `made by ${caller}`;
    const wanted = { public: true, fileSizeLimit: 1000, allowedMimeTypes: ['image/*'] };
    const done = [
      await storage.createBucket(id, wanted),
      await storage.updateBucket('letters', { public: false }),
      await storage.getBucket('letters'),
    ].map(({ error }) => error === null);
    expect([caller, ...done]).toEqual([caller, isService, isService, isService]);
    const seen = await storage.listBuckets();
    const names = isService ? ['catalogue', 'letters', id, 'returns'].toSorted() : ['catalogue'];
    expect([caller, seen.data?.map((each) => each.id)]).toEqual([caller, names]);
    expect((await storage.getBucket('catalogue')).error).toBeNull();
    await as('service').from('catalogue').upload('kept', picture, { upsert: true });
    const emptied = await storage.emptyBucket('catalogue');
    expect([caller, emptied.error === null]).toEqual([caller, may(caller)]);
    const left = await as('service').from('catalogue').exists('kept');
    expect([caller, left.data]).toEqual([caller, !may(caller)]);
    await as('service').from('catalogue').upload('kept', picture, { upsert: true });
    expect((await storage.deleteBucket('catalogue')).error).not.toBeNull();
    expect((await as('service').from('catalogue').exists('kept')).data).toBe(true);
  }
  const { data } = await as('service').getBucket('made by service');
  expect(data).toMatchObject({
    public: true,
    file_size_limit: 1000,
    allowed_mime_types: ['image/*'],
    type: 'STANDARD',
  });
  const full = as('service').from('made by service');
  expect((await full.upload('a/b', picture)).error).toBeNull();
  expect((await as('service').deleteBucket('made by service')).error).toMatchObject({
    statusCode: '409',
  });
  expect((await as('service').emptyBucket('made by service')).error).toBeNull();
  expect((await as('service').deleteBucket('made by service')).error).toBeNull();
  expect((await as('service').createBucket('letters')).error).toMatchObject({ statusCode: '409' });
  for (const name of ['', '..', 'sign', 'a/b', 'ü'])
    expect([name, (await as('service').createBucket(name)).error]).not.toEqual([name, null]);
});

it('wants a key, and a session that goes on', async () => {
  const ask = (headers: Record<string, string>) =>
    fetch(`${gateway.url}/storage/v1/object/list/catalogue`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{}',
    });
  expect((await ask({})).status).toBe(401);
  expect((await ask({ apikey: 'nonsense' })).status).toBe(401);
  const { anonKey } = gateway;
  expect((await ask({ apikey: anonKey, authorization: 'Bearer nonsense' })).status).toBe(401);
  expect((await ask({ apikey: anonKey })).status).toBe(200);
});

describe('an address to upload by that staff signed', () => {
  const ended = { error: { status: 403 } };
  async function signer() {
    const account = await gateway.createStaff('inventory_user');
    const client = gateway.client();
    await client.auth.signInWithPassword(account);
    const name = `${account.id}.webp`;
    await client.storage.from('catalogue').upload(name, picture);
    const signed = await client.storage
      .from('catalogue')
      .createSignedUploadUrl(name, { upsert: true });
    const use = () =>
      gateway
        .client()
        .storage.from('catalogue')
        .uploadToSignedUrl(name, signed.data!.token, picture);
    return { account, client, use };
  }

  it('works for a visitor while its signer is signed in', async () => {
    expect((await (await signer()).use()).error).toBeNull();
  });

  it('is of no use once its signer is disabled', async () => {
    const { account, use } = await signer();
    await gateway.client(gateway.serviceKey).auth.admin.updateUserById(account.id, {
      ban_duration: '24h',
    });
    expect(await use()).toMatchObject(ended);
  });

  it('is of no use once its signer has signed out', async () => {
    const { client, use } = await signer();
    await client.auth.signOut();
    expect(await use()).toMatchObject(ended);
  });

  it('is of no use once its signer has no role any more', async () => {
    const { account, use } = await signer();
    await gateway.db.owner`delete from public.user_profiles where id = ${account.id}`;
    expect(await use()).toMatchObject(ended);
  });
});
