import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { mountsDisks, useEmbedded } from '#tests/support/embedded.ts';
import type { Site } from '#tests/support/site-process.ts';
import type { Reply, Visitor } from './asking.ts';
import { startCrowd } from './crowd.ts';
import { expectAllThere, expectPicturesWhole } from './ledger.ts';
import { familyOf, postmasterOf, shortages } from './shortage.ts';
import { enter, fillCatalogue, useTellingSites, VARIABLES, withDatabase } from './studio.ts';

/** What a person is told; a form keeps what was typed at every answer of 500 or more. */
const NOTHING_STORED = 'Nothing can be stored right now. Please try again later.';
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

/** Sends messages, longer than any page of the database has room for, until some are refused. */
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

const idOf = (site: Site) => site.process.pid ?? 0;

async function picture(): Promise<Uint8Array<ArrayBuffer>> {
  const pixels = randomBytes(200 * 200 * 3);
  const raw = { width: 200, height: 200, channels: 3 } as const;
  return new Uint8Array(await sharp(pixels, { raw }).png().toBuffer());
}

const png = { 'content-type': 'image/png' };

describe.each(shortages)('$name', ({ there, make }) => {
  test.runIf(there)('of the database: no false yes, plain words, and back by itself', async () => {
    const shortage = make(embedded, 220);
    const dataDir = shortage.folder;
    const site = start(dataDir, VARIABLES);
    const address = await site.ready;
    const catalogue = await withDatabase(dataDir, fillCatalogue);
    const { visitor, staff } = await enter(address);
    const crowd = startCrowd(visitor, staff, catalogue);
    await sleep(500);

    shortage.begin(familyOf(idOf(site)));
    const refused = await sendUntilRefused(visitor, 40);
    for (const { status, body } of refused) {
      expect(status).toBeGreaterThanOrEqual(500);
      const said = (body as { message: string }).message;
      expect([said, said === NOTHING_STORED || AWAY.test(said)]).toEqual([said, true]);
      expect(body).toMatchObject({ hint: null, details: null });
    }
    shortage.end(familyOf(idOf(site)));

    const path = '/rest/v1/rpc/submit_contact_enquiry';
    expect((await visitor.insist(path, { body: message() })).status).toBe(200);
    await crowd.stop();
    expect(site.process.exitCode).toBeNull();
    await withDatabase(dataDir, async (sql) => {
      await expectAllThere(sql, crowd.ledger);
      await expectPicturesWhole(sql, crowd.ledger, address);
    });
  });

  test.runIf(there)('of the pictures: the same, and no row without its bytes', async () => {
    const shortage = make(embedded, 1);
    const dataDir = embedded.newFolder();
    symlinkSync(shortage.folder, join(dataDir, 'storage'));
    const site = start(dataDir, VARIABLES);
    const address = await site.ready;
    const { staff } = await enter(address);
    const store = async (name: string) =>
      staff.ask(`/storage/v1/object/catalogue/props/${name}`, {
        body: await picture(),
        headers: png,
      });
    expect((await store('before.png'))?.status).toBe(200);

    shortage.begin([idOf(site)]);
    const reply = await store('during.png');
    expect([reply?.status, reply?.body]).toEqual([503, { message: NOTHING_STORED }]);
    expect(reply?.headers.get('retry-after')).toBe('5');
    shortage.end([idOf(site)]);

    expect((await store('during.png'))?.status).toBe(200);
    const names = await withDatabase(
      dataDir,
      (sql) => sql`select name from storage.objects order by 1`,
    );
    expect([...names]).toEqual([{ name: 'props/before.png' }, { name: 'props/during.png' }]);
    for (const name of ['before', 'during']) {
      const whole = await fetch(`${address}/storage/v1/object/public/catalogue/props/${name}.png`);
      expect((await sharp(await whole.arrayBuffer()).metadata()).width).toBe(200);
    }
  });
});

describe('a folder that became read-only', () => {
  const isRoot = process.getuid?.() === 0;
  const remount = (folder: string, how: 'ro' | 'rw') =>
    execFileSync('mount', ['-o', `remount,${how}`, folder], { stdio: 'ignore' });
  const seal = (folder: string) => (mountsDisks ? remount(folder, 'ro') : chmodSync(folder, 0o555));
  const open = (folder: string) => (mountsDisks ? remount(folder, 'rw') : chmodSync(folder, 0o755));
  const newFolder = () => (mountsDisks ? embedded.newDisk(220) : embedded.newFolder());

  test.runIf(mountsDisks)(
    'under PostgreSQL: 503 until it is writable, then all as before',
    async () => {
      const dataDir = newFolder();
      const site = start(dataDir, VARIABLES);
      const address = await site.ready;
      const catalogue = await withDatabase(dataDir, fillCatalogue);
      const { visitor, staff } = await enter(address);
      const crowd = startCrowd(visitor, staff, catalogue);
      await sleep(500);
      // why: no disk becomes read-only while a file of it is open for writing, but for the kernel
      // itself upon a fault of the disk; so PostgreSQL falls too.
      await vi.waitFor(
        () => {
          process.kill(postmasterOf(dataDir), 'SIGKILL');
          seal(dataDir);
        },
        { timeout: 20_000, interval: 20 },
      );
      const refused = await sendUntilRefused(visitor, 20);
      expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
      const said = 'Cannot start PostgreSQL: the disk is read-only.';
      await vi.waitFor(() => expect(site.output().includes(said)).toBe(true), 20_000);
      expect((await fetch(`${address}/readyz`)).status).toBe(503);
      open(dataDir);
      await crowd.stop();
      expect(site.process.exitCode).toBeNull();
      await withDatabase(dataDir, async (sql) => {
        await expectAllThere(sql, crowd.ledger);
        await expectPicturesWhole(sql, crowd.ledger, address);
      });
    },
  );

  test.runIf(mountsDisks || !isRoot)(
    'under the pictures: plain words, and back by itself',
    async () => {
      const dataDir = embedded.newFolder();
      const pictures = newFolder();
      symlinkSync(pictures, join(dataDir, 'storage'));
      const site = start(dataDir, VARIABLES);
      const { staff } = await enter(await site.ready);
      const body = await picture();
      const store = () =>
        staff.ask('/storage/v1/object/catalogue/props/a.png', { body, headers: png });
      seal(pictures);
      const reply = await store();
      expect([reply?.status, reply?.body]).toEqual([503, { message: NOTHING_STORED }]);
      expect(await withDatabase(dataDir, (sql) => sql`select from storage.objects`)).toHaveLength(
        0,
      );
      open(pictures);
      expect((await store())?.status).toBe(200);
    },
  );
});
