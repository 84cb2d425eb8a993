import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useGateway } from '#tests/support/gateway.ts';

const SCRIPT = join(import.meta.dirname, '../../scripts/pictures.ts');
const gateway = useGateway();

function pictures(...args: string[]): Promise<{ code: number; said: string }> {
  const { host, port, database, user, pass } = gateway.db.owner.options;
  const place = new URLSearchParams({ host: String(host), port: String(port) });
  const DATABASE_URL = `postgres://${user}:${String(pass)}@/${database}?${place}`;
  const { PATH } = process.env;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [SCRIPT, ...args],
      { env: { PATH, DATABASE_URL } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, said: out + err }),
    );
  });
}

it('lists removed pictures, and restores the named ones', async () => {
  const box = gateway.client(gateway.serviceKey).storage;
  await box.createBucket('box');
  for (const name of ['a sofa.txt', 'lamp.txt']) await box.from('box').upload(name, name);
  await box.from('box').remove(['a sofa.txt', 'lamp.txt']);

  const listed = await pictures('removed');
  expect(listed.code).toBe(0);
  expect(listed.said).toMatch(/^\S+Z {2}box\/a sofa\.txt$/m);
  expect(listed.said).toContain('2 removed within the last day.\n');

  expect(await pictures('restore', 'box/a sofa.txt')).toEqual({
    code: 0,
    said: 'Back: box/a sofa.txt\n',
  });
  expect(await (await box.from('box').download('a sofa.txt')).data?.text()).toBe('a sofa.txt');
  expect(await pictures('restore', 'box/chair.txt')).toEqual({
    code: 1,
    said: 'Nothing named box/chair.txt was removed within the last day.\n',
  });
  const usage = await pictures('restore');
  expect(usage.code).toBe(1);
  expect(usage.said).toMatch(/^Usage:/);
});
