import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { mountsDisks, useEmbedded } from '#tests/support/embedded.ts';
import { eventually } from '#tests/support/waiting.ts';
import type { Reply, Visitor } from './asking.ts';
import { startCrowd, type Crowd } from './crowd.ts';
import { expectAllThere, expectPicturesWhole } from './ledger.ts';
import { familyOf, postmasterOf, shortages } from './shortage.ts';
import { enter, fillCatalogue, useTellingSites, VARIABLES, withDatabase } from './studio.ts';

/** The message for the user; a form keeps its input on a status of 500 or more. */
const NOTHING_STORED = 'Nothing can be stored right now. Please try again later.';
/** The second where PostgreSQL cannot go on at all. */
const UNREADY =
  /^(The disk of the database is full, read-only or failing|The database cannot be reached)\n$/;
const AWAY =
  /^(Database connection error\. Retrying the connection\.|The database cannot be reached right now\.|Something went wrong on the server)$/;

const embedded = useEmbedded();
const { start } = useTellingSites();

const message = () => ({
  idempotency_key: randomUUID(),
  first_name: 'Asha',
  last_name: 'Rao',
  mobile: '+919876543210',
  email: 'asha@example.test',
  message: randomUUID().repeat(50),
});

/** Sends messages longer than the free space of any database page, until some are refused. */
async function sendUntilRefused(visitor: Visitor, refusals: number): Promise<Reply[]> {
  const refused: Reply[] = [];
  while (refused.length < refusals) {
    const path = '/rest/v1/rpc/submit_contact_enquiry';
    const sent = await Promise.all([1, 2, 3, 4].map(() => visitor.ask(path, { body: message() })));
    for (const reply of sent) if (reply && reply.status !== 200) refused.push(reply);
    await sleep(20);
  }
  return refused;
}

async function picture(): Promise<Uint8Array<ArrayBuffer>> {
  const pixels = randomBytes(200 * 200 * 3);
  const raw = { width: 200, height: 200, channels: 3 } as const;
  return new Uint8Array(await sharp(pixels, { raw }).png().toBuffer());
}

const png = { 'content-type': 'image/png' };

/** A site whose pictures are on a separate disk, with a catalogue and clients. */
async function open(dataDir: string, pictures: string) {
  symlinkSync(pictures, join(dataDir, 'storage'));
  const site = start(dataDir, VARIABLES);
  const address = await site.ready;
  const catalogue = await withDatabase(dataDir, fillCatalogue);
  const people = await enter(address);
  const stored = () =>
    withDatabase(dataDir, async (sql) => {
      const rows = await sql<{ name: string }[]>`select name from storage.objects order by name`;
      return rows.map(({ name }) => name);
    });
  return { ...people, site, address, catalogue, stored };
}

type Open = Awaited<ReturnType<typeof open>>;

/**
 * Stores a picture while its disk is full, and again when there is space; the first attempt leaves
 * no row.
 */
async function storeWithout(
  { staff, stored, address }: Open,
  shortage: { begin: () => void; end: () => void },
): Promise<void> {
  const name = `props/${randomUUID()}.png`;
  const body = await picture();
  const store = () => staff.ask(`/storage/v1/object/catalogue/${name}`, { body, headers: png });
  shortage.begin();
  const reply = await store();
  expect([reply?.status, reply?.body]).toEqual([503, { message: NOTHING_STORED }]);
  expect(reply?.headers.get('retry-after')).toBe('5');
  expect(await stored()).toEqual([]);
  shortage.end();
  expect((await store())?.status).toBe(200);
  expect(await stored()).toEqual([name]);
  const shown = await fetch(`${address}/storage/v1/object/public/catalogue/${name}`);
  expect((await sharp(await shown.arrayBuffer()).metadata()).width).toBe(200);
  const prefixes = [name];
  const gone = { method: 'DELETE', body: { prefixes } };
  expect((await staff.ask('/storage/v1/object/catalogue', gone))?.status).toBe(200);
}

/** Waits for the crowd, and compares the data with the confirmations. */
async function expectNothingLost(dataDir: string, { site, address }: Open, crowd: Crowd) {
  await crowd.stop();
  expect(site.process.exitCode).toBeNull();
  await withDatabase(dataDir, async (sql) => {
    await expectAllThere(sql, crowd.ledger);
    await expectPicturesWhole(sql, crowd.ledger, address);
  });
}

describe.each(shortages)('$name', ({ there, make }) => {
  test.runIf(there)(
    'makes no false yes, is told in plain words, and passes by itself',
    async () => {
      const pictures = make(embedded, 4);
      const shortage = make(embedded, 220);
      const dataDir = shortage.folder;
      const studio = await open(dataDir, pictures.folder);
      const { site, address, visitor, staff } = studio;
      const only = [site.process.pid ?? 0];
      await storeWithout(studio, {
        begin: () => pictures.begin(only),
        end: () => pictures.end(only),
      });

      const crowd = startCrowd(visitor, staff, studio.catalogue);
      await sleep(500);
      const all = () => familyOf(site.process.pid ?? 0);
      const readiness = async () => {
        const answer = await fetch(`${address}/readyz`);
        return [answer.status, await answer.text()];
      };
      expect(await readiness()).toEqual([200, 'ok\n']);
      shortage.begin(all());
      await expect.poll(readiness).toEqual([503, expect.stringMatching(UNREADY)]);
      for (const { status, body } of await sendUntilRefused(visitor, 40)) {
        expect(status).toBeGreaterThanOrEqual(500);
        const said = (body as { message: string }).message;
        expect([said, said === NOTHING_STORED || AWAY.test(said)]).toEqual([said, true]);
        expect(body).toMatchObject({ hint: null, details: null });
      }
      shortage.end(all());
      await expect.poll(readiness).toEqual([200, 'ok\n']);
      await expectNothingLost(dataDir, studio, crowd);
    },
  );
});

test.runIf(mountsDisks)(
  'a folder that became read-only makes no false yes either, and the site goes on once it is not',
  async () => {
    const remount = (folder: string, how: 'ro' | 'rw') =>
      void execFileSync('mount', ['-o', `remount,${how}`, folder], { stdio: 'ignore' });
    const pictures = embedded.newDisk(4);
    const dataDir = embedded.newDisk(220);
    const studio = await open(dataDir, pictures);
    const { site, address, visitor, staff } = studio;
    await storeWithout(studio, {
      begin: () => remount(pictures, 'ro'),
      end: () => remount(pictures, 'rw'),
    });

    const crowd = startCrowd(visitor, staff, studio.catalogue);
    await sleep(500);
    // why: a disk cannot be remounted read-only while a file on it is open for writing (only the
    // kernel does so, after a disk error); so PostgreSQL goes down too.
    await eventually(() => {
      process.kill(postmasterOf(dataDir), 'SIGKILL');
      remount(dataDir, 'ro');
    }, 20);
    const refused = await sendUntilRefused(visitor, 20);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    const said = 'Cannot start PostgreSQL: the disk is read-only.';
    await eventually(() => expect(site.output().includes(said)).toBe(true));
    expect((await fetch(`${address}/readyz`)).status).toBe(503);
    remount(dataDir, 'rw');
    await expectNothingLost(dataDir, studio, crowd);
  },
);
