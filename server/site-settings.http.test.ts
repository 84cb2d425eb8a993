// @module-tag long
import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStaff, urlOf, useDatabase } from '#tests/support/database.ts';
import { useSites } from '#tests/support/site-process.ts';
import { eventually } from '#tests/support/waiting.ts';

const database = useDatabase();
const { newFolder, start, stopAll } = useSites({ keep: true });

let owner: Sql;
let staff = '';
let addresses: string[] = [];

beforeAll(async () => {
  ({ owner } = database.db);
  const url = urlOf(database.owner);
  const launch = () => start(newFolder(), { DATABASE_URL: url, HOST: '127.0.0.1' }).ready;
  addresses = [await launch(), ...(await Promise.all([launch(), launch()]))];
  staff = await createStaff({ owner }, 'admin');
});

afterAll(stopAll);

/** Calls a function as the admin. */
const call = async <T>(statement: string) =>
  owner.begin(async (sql) => {
    const claims = JSON.stringify({ role: 'authenticated', sub: staff });
    await sql`select set_config('request.jwt.claims', ${claims}, true)`;
    const [row] = await sql.unsafe<{ told: T }[]>(`select ${statement} as told`);
    return row!.told;
  });
const change = (values: Record<string, unknown>, asDraft = false) => {
  const changes = Object.entries(values).map(([key, value]) => ({ key, value }));
  return call(`change_settings('${JSON.stringify(changes)}', ${asDraft})`);
};

/** The page of each process. */
const everywhere = (path: string) =>
  Promise.all(addresses.map(async (address) => (await fetch(address + path)).text()));

/** The page of the last process, as its texts stand in the HTML. */
const page = async (path: string) =>
  (await (await fetch(addresses.at(-1)! + path)).text()).replaceAll('<!-- -->', '');

/** Waits until the pages of all processes contain a text. */
const shown = (paths: readonly string[], text: string) =>
  eventually(async () => {
    const pages = await Promise.all(paths.map(everywhere));
    expect(pages.flat().filter((html) => !html.includes(text))).toEqual([]);
  });

describe('settings in three processes on one database', () => {
  const dated = '/rent-props?from=2030-03-04&to=2030-03-05';
  const pages = ['/', '/rent-props', dated, '/my-order', '/ops', '/studio-policy'];

  it('are on every page of each, cached pages too', async () => {
    await Promise.all(pages.map(everywhere));
    await Promise.all(pages.map(everywhere));
    await change({
      'studio.name': 'Chitra <b>Rentals',
      'studio.short_name': 'Chitra',
      'policy.cleaning_fee': 2345,
      'navigation.rent_props': 'everything with legs',
      'brand.accent': '#8a1538',
    });
    await shown(['/', '/rent-props', dated, '/my-order'], 'Chitra &lt;b&gt;Rentals');
    await shown(['/', '/rent-props', dated, '/my-order'], '>everything with legs</a>');
    await shown(pages, '/brand.css?accent=8a1538');
    await shown(['/studio-policy'], '₹2,345');
    await shown(['/ops'], 'Back office · Chitra');
    const [home = ''] = await everywhere('/');
    expect(home.includes('Frameyard Studio Rental')).toBe(false);
    expect(home.includes('<b>Rentals')).toBe(false);
    const styles = await fetch(`${addresses[0]}/brand.css?accent=8a1538`);
    expect(styles.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(await styles.text()).toContain('--color-teal:#8a1538;');
    for (const wrong of ['', '?accent=red', '?accent=8a1538}*{color:red']) {
      expect((await fetch(`${addresses[0]}/brand.css${wrong}`)).status).toBe(404);
    }
  });

  it('are in calendars and day sheets', async () => {
    const { secret } = await call<{ secret: string }>(
      `make_calendar_link('studio', null, gen_random_uuid())`,
    );
    await shown([`/calendar/${secret}.ics`], 'X-WR-CALNAME:Chitra');
    const [sheet] = await everywhere(`/day-sheet?k=${'0'.repeat(64)}`);
    expect(sheet).toContain('Please call Chitra.');
  });

  it('are the texts and pictures of each page', async () => {
    const url = '/storage/v1/object/public/catalogue/site/Roof.webp';
    await change({
      'about.title': 'Built on {city}’s <b>roofs',
      'about.picture': { url, alt: 'A roof', focus: { x: 0.25, y: 0.4 } },
      'about.team': [{ picture: { url: null, alt: '' }, title: 'Asha', text: '' }],
      'about.description': 'Roofs of {city}.',
      'home.tiles': [
        { catalogue: 'gear', picture: { url: null, alt: '' }, title: 'Lights', text: 'Warm ones.' },
        { catalogue: 'crew', picture: { url: null, alt: '' }, title: 'Hands', text: 'Sure ones.' },
      ],
      'contact.text': 'Write to {email} or {nobody}.',
      'pricing.plans': [{ title: 'An hour', price: '₹2,500' }],
      'faq.questions': [{ question: 'May dogs come?', answer: 'Yes.\nOn a lead.' }],
      'policy_page.sections': [
        {
          title: 'Fees',
          text: 'Paint is {cleaning_fee}.',
          table: 'Mess | Fee\nPaint | {cleaning_fee}',
        },
      ],
      'projects.projects': [
        { picture: { url: null, alt: '' }, title: 'Own', link: 'https://own.example/work' },
      ],
    });
    await shown(['/about'], 'Built on Bangalore’s &lt;b&gt;roofs');
    const about = await page('/about');
    expect(about).toContain(`${url.replace('/object/', '/render/image/')}?width=480`);
    expect(about).toContain('style="object-position:25% 40%"');
    expect(about).toContain('<meta name="description" content="Roofs of Bangalore."/>');
    expect(about).not.toContain('team-store');
    expect(about).toContain('Our story');
    await shown(['/'], '>Lights</span>');
    expect(await page('/')).not.toContain('>Props</span>');
    for (const path of ['/', '/contact']) {
      expect(await page(path)).toMatch(
        /Write to <a href="mailto:[^"]+"[^>]*>[^<]+<\/a> or \{nobody\}\./,
      );
    }
    await shown(['/pricing'], '>₹2,500</p>');
    const pricing = await page('/pricing');
    expect(pricing).toMatch(/itemType="https:\/\/schema.org\/FAQPage"/i);
    expect(pricing).toContain('<p>Yes.</p><p>On a lead.</p>');
    const fee = await page('/studio-policy');
    expect(fee).toContain('id="section_1"');
    expect(fee).toContain('<p>Paint is ₹2,345.</p>');
    expect(fee).toMatch(/<th[^>]*>Paint<\/th><td[^>]*>₹2,345<\/td>/);
    expect(await page('/projects')).toContain('href="https://own.example/work"');
  });

  it('show drafts in a preview alone, which nobody caches or indexes', async () => {
    await change({ 'studio.tagline': 'A line to come', 'about.vision': 'A vision to come' }, true);
    const { token } = await call<{ token: string }>('make_preview()');
    const preview = await fetch(`${addresses[1]}/about?preview=${token}`);
    const drafted = await preview.text();
    expect(drafted).toContain('A line to come');
    expect(drafted).toContain('A vision to come');
    expect(Object.fromEntries(preview.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    });
    for (const path of ['/about', `/about?preview=${'0'.repeat(64)}`]) {
      expect((await everywhere(path)).join('')).not.toContain('to come');
    }
  });

  it('are gone when they are set back, and pages without settings have none of them', async () => {
    await owner`truncate private.studio_settings`;
    await owner`select pg_notify('catalogue_changed', '')`;
    await shown(['/', '/rent-props', dated], 'Frameyard');
    expect((await everywhere('/')).join('')).not.toContain('"settings"');
  });
});
