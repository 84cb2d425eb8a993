import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PUBLISHABLE_KEY } from '#tests/support/project-keys.ts';
import { useSites, type Site } from '#tests/support/site-process.ts';

/** Stands in for a value that must not be logged. */
const PERSONAL = 'Asha Rao';

const { newFolder, start, stopAll } = useSites({ keep: true });
/** A project whose functions answer in a wrong shape. */
const project = createServer((request, response) => {
  const item = { id: 'p1', code: 'PRP-1', slug: 'lamp', name: 'Lamp', price: PERSONAL };
  const isItem = request.url?.includes('/rpc/item_page');
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(isItem ? { item, related: null } : { total: 1, items: [item] }));
});
let site: Site;
let address = '';

beforeAll(async () => {
  await new Promise<void>((ready) => project.listen(0, '127.0.0.1', ready));
  const { port } = project.address() as AddressInfo;
  const variables = {
    SUPABASE_URL: `http://127.0.0.1:${port}`,
    SUPABASE_ANON_KEY: PUBLISHABLE_KEY,
  };
  site = start(newFolder(), variables);
  address = await site.ready;
});

afterAll(async () => {
  await stopAll();
  project.closeAllConnections();
  await new Promise((closed) => project.close(closed));
});

describe('a page whose data has a wrong shape', () => {
  it.each([
    ['/props/lamp', 'item_page', 'item.price: invalid_type, expected number'],
    ['/rent-props', 'search_catalogue', 'items.0.price: invalid_type, expected number'],
  ])('%s answers its error page and logs where, without values', async (path, name, problem) => {
    const answer = await fetch(address + path);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).not.toContain(PERSONAL);
    const lines = site
      .log()
      .split('\n')
      .filter((line) => line.includes(`The answer of ${name} has a wrong shape`));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(problem);
    expect(site.output()).not.toContain(PERSONAL);
  });

  it('shows the default texts where a page’s own have a wrong shape', async () => {
    const answer = await fetch(`${address}/about`);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const html = await answer.text();
    expect(html).toContain('It began with one sofa we kept having to give back.');
    expect(html).toContain('in Bangalore with 2000+ props behind it');
    expect(html).not.toContain(PERSONAL);
  });
});
