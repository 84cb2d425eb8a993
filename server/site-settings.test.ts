import { expect, it, vi } from 'vitest';
import { createSiteSettings } from './site-settings.ts';

const NAME = { 'studio.name': 'Chitra' };

/** A reader whose backend answers with `answers` in turn. */
function reader(version: (() => Promise<number | null>) | null, ...answers: (object | number)[]) {
  const asked: string[] = [];
  const ask = vi.fn<(request: Request, address?: string) => Promise<Response>>((request) => {
    asked.push(request.url);
    const next = answers.shift() ?? {};
    return Promise.resolve(
      typeof next === 'number' ? new Response(null, { status: next }) : Response.json(next),
    );
  });
  const log = vi.fn<() => void>();
  const read = createSiteSettings({ ask, origin: 'http://home', anonKey: 'key', version, log });
  return { read, ask, asked, log };
}

it('reads once per version of the catalogue, and groups what it read', async () => {
  let version = 1;
  const { read, ask } = reader(() => Promise.resolve(version), NAME, {});
  await Promise.all([read(), read()]);
  expect(await read()).toEqual({ values: { studio: { name: 'Chitra' } }, isCurrent: true });
  expect(ask).toHaveBeenCalledTimes(1);
  version = 2;
  expect(await read()).toEqual({ values: {}, isCurrent: true });
});

it('reads anew after a second where no notice of changes exists', async () => {
  vi.useFakeTimers();
  const { read, ask } = reader(null, NAME, {});
  await Promise.all([read(), read()]);
  vi.advanceTimersByTime(990);
  expect((await read()).values).toEqual({ studio: { name: 'Chitra' } });
  expect(ask).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(20);
  expect((await read()).values).toEqual({});
  vi.useRealTimers();
});

it('has the last known values when the backend does not answer, and says so', async () => {
  let version = 1;
  const { read, log } = reader(() => Promise.resolve(version), NAME, 503, {});
  await read();
  version = 2;
  expect(await read()).toEqual({ values: { studio: { name: 'Chitra' } }, isCurrent: false });
  expect(log).toHaveBeenCalledTimes(1);
  expect(await read()).toEqual({ values: {}, isCurrent: true });
});

it('reads for a preview each time, at the expense of its visitor, and remembers no draft', async () => {
  const { read, ask, asked } = reader(() => Promise.resolve(1), NAME, NAME, 500, {});
  const preview = { secret: 'f'.repeat(64), address: '203.0.113.7' };
  await read(preview);
  expect((await read(preview)).values).toEqual({ studio: { name: 'Chitra' } });
  expect(asked).toEqual(Array(2).fill(expect.stringContaining(preview.secret)));
  expect(ask.mock.calls.map(([, address]) => address)).toEqual(Array(2).fill('203.0.113.7'));
  expect(await read()).toEqual({ values: {}, isCurrent: false });
});

it('uses nothing of an answer with keys that were not requested', async () => {
  const { read, log } = reader(() => Promise.resolve(1), { items: ['a name'], ...NAME });
  expect(await read()).toEqual({ values: {}, isCurrent: false });
  expect(log).toHaveBeenCalledWith('warn', expect.any(String), {
    error: 'Error: The answer has a wrong shape.',
  });
});
