// @module-tag long
import { describe, expect, it } from 'vitest';
import { runScript } from '#tests/support/run-script.ts';
import { anonKeyOf, useSites } from '#tests/support/site-process.ts';

const PASSWORD = 'a password of theirs';
const { preparedFolder, start } = useSites();

async function staff(
  dataDir: string,
  ...args: string[]
): Promise<{ code: number; output: string }> {
  const env = { DATA_DIR: dataDir, STAFF_PASSWORD: PASSWORD };
  const { code, said, complained } = await runScript('staff', env, ...args);
  return { code, output: said + complained };
}

async function signIn(address: string, email: string): Promise<number> {
  const answer = await fetch(`${address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: await anonKeyOf(address), 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  return answer.status;
}

// tests/db/staff-script.test.ts covers the other homes.
describe('npm run staff, embedded', () => {
  it('works beside a running site, and while it is stopped', async () => {
    const dataDir = await preparedFolder();
    const site = start(dataDir);
    const address = await site.ready;
    expect(await staff(dataDir, 'add', 'beside@example.test', '--role', 'admin')).toEqual({
      code: 0,
      output: 'beside@example.test may sign in as admin.\n',
    });
    expect(await signIn(address, 'beside@example.test')).toBe(200);
    expect((await staff(dataDir, 'disable', 'beside@example.test')).code).toBe(0);
    expect(await signIn(address, 'beside@example.test')).toBe(400);
    site.process.kill('SIGTERM');
    await site.ended;

    expect((await staff(dataDir, 'add', 'alone@example.test')).code).toBe(0);
    const again = start(dataDir);
    expect(await signIn(await again.ready, 'alone@example.test')).toBe(200);
    expect((await staff(dataDir, 'list')).output).toMatch(/alone@example\.test.*crm_user/);
  });
});
