import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { scaled } from '#tests/support/scale.ts';
import { useAttackedSite } from './support/attacked-site.ts';
import { tokenFor } from './support/sign-in.ts';
import { MEASURING, type Watch, watch } from './support/watched-site.ts';
import { hostileFiles } from './uploads/files.ts';
import { HOSTILE_NAMES } from './uploads/names.ts';
import { type HostileFile, MARKER } from './uploads/payloads.ts';
import { call, type Reply, upload, type Uploader, type Way, WAYS } from './uploads/send.ts';

const site = useAttackedSite({ NODE_OPTIONS: MEASURING });
const AT_ONCE = 4;
/** Maximum milliseconds for one upload and its checks. */
const PATIENCE = 60_000;
let watched: Watch;
let files: HostileFile[] = [];
let mayUpload: [role: string, by: Uploader][] = [];
let mayNot: [role: string, by: Uploader][] = [];

beforeAll(async () => {
  mkdirSync(join(site.dataDir, 'storage'), { recursive: true });
  watched = await watch(site.process, site.address, site.dataDir);
  files = await hostileFiles();
  const by = (token: string | null) => ({
    site: new URL(site.address),
    anonKey: site.anonKey,
    token,
  });
  mayUpload = [
    ['admin', by(await tokenFor(site, 'admin'))],
    ['inventory_user', by(await tokenFor(site, 'inventory_user'))],
    ['crm_user', by(await tokenFor(site, 'crm_user'))],
  ];
  mayNot = [
    ['nobody', by(null)],
    ['no staff', by(await tokenFor(site, null))],
  ];
});

/** Counts stored files and rows. */
const storedCounts = async () => {
  const entries = readdirSync(join(site.dataDir, 'storage'), {
    recursive: true,
    withFileTypes: true,
  });
  const [row] = await site.sql<
    { rows: number }[]
  >`select count(*)::int as rows from storage.objects`;
  return { files: entries.filter((entry) => entry.isFile()).length, rows: row?.rows ?? 0 };
};

const asked = (status: number) => status >= 400 && status < 500;

function wordsOf({ body }: Reply): string {
  const { message } = JSON.parse(body.toString()) as { message?: string };
  return message ?? '';
}

/** Problems with how a stored object is served; only its picture may be served. */
async function faultsOf(visitor: Uploader, object: string): Promise<string[]> {
  const served: [string, Reply][] = [
    ['as it is', await call(visitor, 'GET', `/storage/v1/object/public/${object}`)],
    ['drawn', await call(visitor, 'GET', `/storage/v1/render/image/public/${object}?width=40`)],
  ];
  const faults = await Promise.all(
    served.map(async ([how, { status, headers, body }]) => {
      const type = String(headers['content-type']);
      const found = await sharp(body, { animated: true }).metadata();
      return [
        status !== 200 && `status ${status}`,
        !/^image\/(jpeg|png|webp|avif|gif)$/.test(type) && `type ${type}`,
        found.mediaType !== type && `holds ${found.mediaType} as ${type}`,
        headers['x-content-type-options'] !== 'nosniff' && 'no nosniff',
        !String(headers['content-security-policy']).includes('sandbox') && 'no sandbox',
        body.includes(MARKER) && 'carries its payload',
        (found.exif ?? found.xmp ?? found.iptc ?? found.comments) && 'tells where it comes from',
      ].flatMap((fault) => (fault ? [`${how}: ${fault}`] : []));
    }),
  );
  return faults.flat();
}

/** Uploads a file and checks the outcome: refused with a message, or served as a picture only. */
async function attempt(by: Uploader, way: Way, file: HostileFile, object: string) {
  const began = performance.now();
  const reply = await upload(by, way, object, file);
  const isStored = reply.status === 200;
  const faults = isStored
    ? await faultsOf(by, object)
    : [
        !asked(reply.status) && `status ${reply.status}`,
        !/^[\w ].{8,}/.test(wordsOf(reply)) && 'refused without a word',
      ];
  const late = performance.now() - began > PATIENCE && 'takes too long';
  return { isStored, faults: [...faults, late].filter((fault) => fault !== false) };
}

describe('hostile uploads', () => {
  it('are over 200, all different', () => {
    const different = new Set(
      files.map(({ bytes, type }) => `${type} ${bytes.toString('latin1')}`),
    );
    expect(different.size).toBe(files.length);
    expect(files.length).toBeGreaterThanOrEqual(200);
  });

  it('are refused with a message, or stored as the picture alone', async () => {
    const ways = WAYS.flatMap((way) => mayUpload.map(([role, by]) => ({ way, role, by })));
    const left = files.flatMap((file, at) => {
      // why: in the short run each file is sent once, alternating upload methods and callers.
      const chosen = scaled(ways.length, 1) > 1 ? ways : [ways[at % ways.length]!];
      return chosen.map((each) => ({
        ...each,
        file,
        object: `catalogue/props/${at}-${each.way}-${each.role}.jpg`,
      }));
    });
    const [before, all] = [await storedCounts(), left.length];
    const faults: string[] = [];
    let stored = 0;
    const lane = async () => {
      for (let next = left.pop(); next; next = left.pop()) {
        const { way, role, by, file, object } = next;
        const { isStored, faults: found } = await attempt(by, way, file, object);
        if (isStored) stored += 1;
        faults.push(...found.map((fault) => `${file.what} (${way}, ${role}): ${fault}`));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    console.info(
      JSON.stringify({ files: files.length, uploads: all, stored, refused: all - stored }),
    );
    expect(faults).toEqual([]);
    expect(await storedCounts()).toEqual({
      files: before.files + stored,
      rows: before.rows + stored,
    });
    expect(await watched.complaints()).toEqual([]);
  });

  it('are refused whatever they are where they may not be made', async () => {
    const before = await storedCounts();
    const faults: string[] = [];
    for (const [at, file] of files.entries()) {
      if (at % scaled(1, 10) > 0) continue;
      for (const way of WAYS) {
        for (const [role, by] of mayNot) {
          const { status } = await upload(by, way, `catalogue/props/not-${at}.jpg`, file);
          if (![401, 403, 413].includes(status))
            faults.push(`${file.what} (${way}, ${role}): ${status}`);
        }
      }
    }
    expect(faults).toEqual([]);
    expect(await storedCounts()).toEqual(before);
  });

  it('that are decompression bombs are refused before they are decoded', async () => {
    const { pid } = site.process.process;
    const high = () =>
      Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    const before = high();
    for (const file of files.filter(({ isBomb }) => isBomb)) {
      await upload(mayUpload[0]![1], 'body', 'catalogue/props/bomb.jpg', file);
    }
    // The pixels of the largest accepted picture, 50 megapixels, take 150 MB.
    expect((high() - before) / 1024).toBeLessThan(400);
  });

  it.each(HOSTILE_NAMES)('lie nowhere else for being called %j', async (name) => {
    const [, by] = mayUpload[0]!;
    const file = files.find(({ what }) => what === 'ZIP behind a png')!;
    const object = `catalogue/${name}`;
    for (const way of WAYS) {
      const before = await storedCounts();
      const { status } = await upload(by, way, object, file, name.replaceAll(/["\r\n]/g, ''));
      expect([way, status === 200 || asked(status)]).toEqual([way, true]);
      const faults = status === 200 ? await faultsOf(by, object) : [];
      expect([way, faults]).toEqual([way, []]);
      const more = status === 200 ? 1 : 0;
      const { files: there, rows } = await storedCounts();
      expect([way, there, rows]).toEqual([way, before.files + more, before.rows + more]);
      await call(by, 'DELETE', `/storage/v1/object/${object}`);
    }
  });
});
