// @module-tag long
import { expect, it } from 'vitest';
import { urlOf } from '#tests/support/database.ts';
import { useGateway } from '#tests/support/gateway.ts';
import { runScript } from '#tests/support/run-script.ts';

const gateway = useGateway();

async function pictures(...args: string[]): Promise<{ code: number; said: string }> {
  const env = { DATABASE_URL: urlOf(gateway.owner) };
  const { code, said, complained } = await runScript('pictures', env, ...args);
  return { code, said: said + complained };
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
