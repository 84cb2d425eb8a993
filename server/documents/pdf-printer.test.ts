import { afterEach, describe, expect, it } from 'vitest';
import type { FrozenDocument } from '#domain/documents/frozen-document.ts';
import { SAMPLE_DOCUMENT } from '#domain/documents/sample-document.ts';
import { readPdf } from '#tests/support/pdf-reader.ts';
import sharp from 'sharp';
import { createLogos } from './logo.ts';
import { createPdfPrinter, type PdfPrinter, PRINTER_LIMITS } from './pdf-printer.ts';

const open: PdfPrinter[] = [];
function printer(limits = PRINTER_LIMITS) {
  const made = createPdfPrinter(limits);
  open.push(made);
  return made;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

// why: no document has this shape; it stands for one that makes the printer throw.
const BROKEN = { ...SAMPLE_DOCUMENT, lines: null } as unknown as FrozenDocument;

describe('the printer', () => {
  it('prints in a thread, in order, and a document that fails does not stop the others', async () => {
    const { print } = printer();
    const [one, failed, other] = await Promise.allSettled([
      print(SAMPLE_DOCUMENT, null),
      print(BROKEN, null),
      print({ ...SAMPLE_DOCUMENT, number: 'INV/26-27/0002' }, null),
    ]);
    expect(failed).toMatchObject({ status: 'rejected', reason: expect.any(Error) });
    if (one.status === 'rejected' || other.status === 'rejected') throw new Error('not printed');
    expect(one.value.cpuMs).toBeGreaterThan(0);
    expect((await readPdf(one.value.file)).title).toContain('INV/26-27/0001');
    expect((await readPdf(other.value.file)).title).toContain('INV/26-27/0002');
  });

  it(
    'refuses a document that takes too long, and prints the next in a new thread',
    { tags: ['long'] },
    async () => {
      const limits = { ...PRINTER_LIMITS, documentMs: 1 };
      const { print } = printer(limits);
      const slow = print(SAMPLE_DOCUMENT, null);
      await expect(slow).rejects.toThrow('Printing took longer than 1 ms.');
      limits.documentMs = PRINTER_LIMITS.documentMs;
      await expect(print(SAMPLE_DOCUMENT, null)).resolves.toBeDefined();
    },
  );

  it('ends its thread when idle, and starts another', { tags: ['long'] }, async () => {
    const { print } = printer({ ...PRINTER_LIMITS, idleMs: 1 });
    const { file } = await print(SAMPLE_DOCUMENT, null);
    await new Promise((done) => setTimeout(done, 300));
    const again = await print(SAMPLE_DOCUMENT, null);
    expect(Buffer.from(again.file).equals(Buffer.from(file))).toBe(true);
  });

  it('refuses what waits when it is closed', async () => {
    const made = printer();
    const waiting = Promise.allSettled([
      made.print(SAMPLE_DOCUMENT, null),
      made.print(SAMPLE_DOCUMENT, null),
    ]);
    await made.close();
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

describe('the logo', () => {
  const address = '/storage/v1/object/public/catalogue/site/logo.webp';
  const picture = sharp({ create: { width: 1200, height: 300, channels: 4, background: '#0a08' } });
  const logs: string[] = [];
  const reading = (answer: () => Promise<Response>) => {
    let reads = 0;
    const logoOf = createLogos(
      async () => {
        reads += 1;
        return answer();
      },
      (_, message) => logs.push(message),
    );
    return { logoOf, reads: () => reads };
  };

  it('is in the document, with the studio’s name as its text', async () => {
    const bytes = new Uint8Array(await picture.webp().toBuffer());
    const { logoOf, reads } = reading(async () => new Response(bytes));
    const logo = await logoOf(address);
    expect(logo).toMatchObject({ width: 680, height: 170 });
    await logoOf(address);
    expect(reads()).toBe(1);
    const pdf = await readPdf((await printer().print(SAMPLE_DOCUMENT, logo)).file);
    expect(JSON.stringify(pdf.trees[0])).toContain('"alt":"Frameyard Studio"');
  });

  it.each([
    ['another site', 'https://pictures.example/logo.png'],
    ['a path of the site', '/pictures/../../package.json'],
    ['no picture', '/storage/v1/object/public/catalogue/site/logo.svg'],
    ['none', null],
  ])('is not read from %s', async (_, wrong) => {
    const { logoOf, reads } = reading(async () => new Response('?'));
    expect(await logoOf(wrong)).toBeNull();
    expect(reads()).toBe(0);
  });

  it.each([
    ['missing', async () => new Response('', { status: 404 })],
    ['damaged', async () => new Response('no picture')],
    ['unreachable', async () => Promise.reject(new Error('offline'))],
  ])('is left out when it is %s', async (_, answer) => {
    logs.length = 0;
    expect(await reading(answer).logoOf(address)).toBeNull();
    expect(logs).toEqual(['A logo could not be read']);
  });
});
