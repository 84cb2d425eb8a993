import { brotliDecompressSync } from 'node:zlib';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createDatedPages, recordReads } from './dated-pages.ts';
import type { Made } from './page-cache.ts';

const ADDRESS = 'https://studio.example/rent-props?from=2026-12-14&to=2026-12-16';

let today: string;
/** The backend's answer to each request. */
let answer: (input: string, body: string) => Response;
let isWhole: boolean;
const backend = vi.fn<typeof fetch>();
const render = vi.fn<(text: string) => void>();

beforeEach(() => {
  today = '2026-12-01';
  isWhole = true;
  answer = (input, body) => Response.json({ input, body, free: 2 });
  backend.mockReset();
  backend.mockImplementation(async (input, init) => {
    const { body } = init ?? {};
    return answer(addressOf(input), typeof body === 'string' ? body : '');
  });
  render.mockReset();
});

const addressOf = (input: unknown) =>
  input instanceof URL ? input.href : typeof input === 'string' ? input : '';

/** Asks for a page that is rendered from two reads, and returns its text. */
function site(pages = createDatedPages(() => today)) {
  return async (address = ADDRESS): Promise<string> => {
    const url = new URL(address);
    const made = await pages(url, 'br', backend, async () => {
      const recorder = recordReads(backend);
      const read = { method: 'POST', headers: { apikey: 'visitor' }, body: url.search };
      const texts = await Promise.all([
        recorder.ask('/rest/v1/rpc/search_catalogue', read).then((each) => each.text()),
        recorder.ask(new URL('https://studio.example/rest/v1/items')).then((each) => each.text()),
      ]);
      render(texts.join());
      const forms = { identity: Buffer.from(`<p>${texts.join()}</p>`) };
      const whole: Made = { page: { status: 200, headers: {}, forms }, isWhole };
      return { made: whole, reads: recorder.reads() };
    });
    if (!('page' in made)) throw new Error('no page');
    const { br, identity } = made.page.forms;
    return String(identity ?? (br && brotliDecompressSync(br)));
  };
}

describe('a page with rental dates', () => {
  it('is rendered once while its reads give the same answers, which each request reads anew', async () => {
    const ask = site();
    const first = await ask();
    expect(await ask()).toBe(first);
    expect(await ask()).toBe(first);
    expect(render).toHaveBeenCalledTimes(1);
    expect(backend).toHaveBeenCalledTimes(6);
    const [again] = backend.mock.calls.slice(2);
    expect(addressOf(again?.[0])).toBe('/rest/v1/rpc/search_catalogue');
    expect(again?.[1]).toMatchObject({ method: 'POST', body: new URL(ADDRESS).search });
    expect(new Headers(again?.[1]?.headers).get('apikey')).toBe('visitor');
  });

  it('is rendered again when one of its answers changes', async () => {
    const ask = site();
    await ask();
    answer = (input, body) => Response.json({ input, body, free: input.endsWith('items') ? 1 : 2 });
    expect(await ask()).toContain('"free":1');
    expect(await ask()).toContain('"free":1');
    expect(render).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['a status', () => (answer = () => Response.json({}, { status: 400 }))],
    ['no answer', () => backend.mockRejectedValueOnce(new Error('away'))],
  ])('is rendered again after %s', async (_, change) => {
    const ask = site();
    await ask();
    change();
    await ask();
    expect(render).toHaveBeenCalledTimes(2);
  });

  it('is rendered again on the next day', async () => {
    const ask = site();
    await ask();
    today = '2026-12-02';
    await ask();
    expect(render).toHaveBeenCalledTimes(2);
  });

  it('is not shared with other addresses', async () => {
    const ask = site();
    await ask();
    await ask(ADDRESS.replace('16', '17'));
    await ask(ADDRESS.replace('studio', 'other'));
    expect(render).toHaveBeenCalledTimes(3);
  });

  it('is not stored when it is incomplete, or its address has no end', async () => {
    const ask = site();
    isWhole = false;
    await ask();
    isWhole = true;
    await ask();
    expect(render).toHaveBeenCalledTimes(2);
    const long = `${ADDRESS}&q=${'x'.repeat(1000)}`;
    await ask(long);
    await ask(long);
    expect(render).toHaveBeenCalledTimes(4);
  });

  it('makes room for others', async () => {
    const ask = site(createDatedPages(() => today, 20_000));
    await ask();
    await ask(`${ADDRESS}&q=chair`);
    await ask();
    expect(render).toHaveBeenCalledTimes(3);
  });
});

it('reads that cannot be repeated are not recorded', async () => {
  const recorder = recordReads(backend);
  await recorder.ask(new Request('https://studio.example/rest/v1/items'));
  expect(recorder.reads()).toBeNull();
});
