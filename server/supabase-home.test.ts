// @module-tag long
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PUBLISHABLE_KEY, SECRET_KEY } from '#tests/support/project-keys.ts';
import { anonKeyOf, useSites, type Site } from '#tests/support/site-process.ts';

const { newFolder, start, stopAll } = useSites({ keep: true });
afterAll(stopAll);

const staff = (url: string, ...words: string[]) =>
  promisify(execFile)(process.execPath, ['scripts/staff.ts', ...words], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      PATH: process.env['PATH'],
      SUPABASE_URL: url,
      SUPABASE_SERVICE_ROLE_KEY: SECRET_KEY,
      STAFF_PASSWORD: 'a-password-for-staff',
    },
  });

describe('a site on a Supabase project', () => {
  const siteFolder = newFolder();
  let project: Site;
  let url = '';
  let address = '';

  beforeAll(async () => {
    project = start(newFolder(), {}, 'tests/support/project.ts');
    url = await project.ready;
    const site = start(siteFolder, { SUPABASE_URL: url, SUPABASE_ANON_KEY: PUBLISHABLE_KEY });
    address = await site.ready;
  });

  const ask = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method: 'POST',
      headers: { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  it('starts no database of its own, and hands the project and its key to the page as they are', async () => {
    expect(readdirSync(siteFolder)).toEqual([]);
    expect(await anonKeyOf(address)).toBe(PUBLISHABLE_KEY);
    const html = await (await fetch(`${address}/my-order`)).text();
    expect(html).toContain(`"url":"${url}"`);
  });

  it('renders pages with the project’s items, and pictures that come from there', async () => {
    const answer = await fetch(`${address}/rent-props`);
    expect(answer.status).toBe(200);
    const html = await answer.text();
    const links = html.match(/href="\/props\/[^"]+"/g) ?? [];
    expect(new Set(links).size).toBe(24);
    const pictures = [...html.matchAll(/<img[^>]* src="([^"]+)"/g)].map(([, src]) => src ?? '');
    expect(pictures.length).toBeGreaterThan(0);
    const elsewhere = pictures.filter(
      (src) => !src.startsWith(`${url}/storage/v1/render/image/public/catalogue/`),
    );
    expect(elsewhere).toEqual([]);
    const picture = await fetch((pictures[0] ?? '').replaceAll('&amp;', '&'));
    expect(picture.status).toBe(200);
    expect(picture.headers.get('content-type')).toMatch(/^image\//);
    const item = await fetch(address + (links[0] ?? '').slice(6, -1));
    expect(item.status).toBe(200);
  });

  it('lets the page call the project and nobody else', async () => {
    const policy = (await fetch(`${address}/rent-props`)).headers.get('content-security-policy');
    const socket = url.replace('http', 'ws');
    expect(policy).toContain(`connect-src 'self' ${url} ${socket};`);
    expect(policy).toMatch(new RegExp(`img-src [^;]*${url}`));
    expect(policy).toContain("default-src 'self';");
  });

  it('has no gateway of its own', async () => {
    for (const path of ['auth/v1/health', 'rest/v1/props', 'storage/v1/object/public/a/b']) {
      for (const method of ['GET', 'POST']) {
        const answer = await fetch(`${address}/${path}`, {
          method,
          headers: { apikey: PUBLISHABLE_KEY },
        });
        expect([path, method, answer.status]).toEqual([path, method, 404]);
      }
    }
  });

  it('takes an enquiry from a page of the site', async () => {
    const origin = { origin: address };
    const preflight = await fetch(`${url}/rest/v1/rpc/submit_enquiry`, {
      method: 'OPTIONS',
      headers: {
        ...origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey,authorization,content-profile,content-type',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/content-profile/i);

    const bearer = { ...origin, authorization: `Bearer ${PUBLISHABLE_KEY}` };
    const found = await ask('/rest/v1/rpc/search_catalogue', { kind: 'prop', size: 1 }, bearer);
    const { items } = (await found.json()) as { items: { id: string; price: number }[] };
    const day = (offset: number) =>
      new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    const sent = await ask(
      '/rest/v1/rpc/submit_enquiry',
      {
        idempotency_key: randomUUID(),
        first_name: 'Asha',
        last_name: 'Rao',
        mobile: '+919876501234',
        email: 'asha@example.test',
        rental_from: day(2),
        rental_to: day(3),
        message: '',
        items: items.map(({ id, price }) => ({ type: 'prop', id, quantity: 1, price })),
      },
      bearer,
    );
    expect(sent.status).toBe(200);
    expect(sent.headers.get('access-control-allow-origin')).toBe('*');
    expect(await sent.json()).toMatchObject({ status: 'pending', items: [{ quantity: 1 }] });
  });

  it('gets its staff by the staff script and the service key, who then sign in', async () => {
    const email = 'meera@studio.example';
    expect((await staff(url, 'add', email, '--role', 'crm_user')).stdout).toContain(email);
    const token = '/auth/v1/token?grant_type=password';
    const answer = await ask(token, { email, password: 'a-password-for-staff' });
    expect(answer.status).toBe(200);
    const { access_token: bearer } = (await answer.json()) as { access_token: string };
    const headers = { apikey: PUBLISHABLE_KEY, authorization: `Bearer ${bearer}` };
    const enquiries = await fetch(`${url}/rest/v1/customers?mobile=eq.%2B919876501234`, {
      headers,
    });
    expect(await enquiries.json()).toHaveLength(1);
    expect((await staff(url, 'disable', email)).stdout).toContain('can no longer sign in');
    expect((await ask(token, { email, password: 'a-password-for-staff' })).status).toBe(400);
  });

  it('answers 503 while the project is away', async () => {
    project.process.kill('SIGTERM');
    await project.ended;
    expect((await fetch(`${address}/rent-props`)).status).toBe(503);
    expect((await fetch(`${address}/my-order`)).status).toBe(200);
  });
});
