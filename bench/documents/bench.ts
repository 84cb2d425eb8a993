import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FrozenDocument } from '#domain/documents/frozen-document.ts';
import { SAMPLE_DOCUMENT } from '#domain/documents/sample-document.ts';
import { createPdfPrinter, type PdfPrinter } from '#server/documents/pdf-printer.ts';
import { count, percentile, table } from '../support/figures.ts';

const ROUNDS = 60;
/** Documents before each look at the memory. */
const LOOKS = [200, 500, 1000, 2000];
/** Time between two measurements of the event loop (ms). */
const TICK_MS = 2;

const MB = 2 ** 20;

/** The sample with this many lines. */
function withLines(lines: number): FrozenDocument {
  const [, ...priced] = SAMPLE_DOCUMENT.lines;
  const made = Array.from({ length: lines }, (_, at) => ({
    ...(priced[at % priced.length] ?? priced[0]!),
    position: at + 1,
  }));
  return { ...SAMPLE_DOCUMENT, lines: made };
}

/** How late timers of this thread ran, and how late if it had never waited for a core (ms). */
interface Late {
  all: number[];
  own: number[];
}

/** Milliseconds that the main thread has waited for a core so far (schedstat: ns run, ns waited, turns). */
function waitedSoFar(): number {
  const schedule = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8');
  return Number(schedule.split(' ')[1]) / 1e6;
}

/** Measures the delays of the event loop until `stop` is called. */
function watchEventLoop(): { stop: () => Late } {
  const late: Late = { all: [], own: [] };
  let [due, waited] = [performance.now() + TICK_MS, waitedSoFar()];
  const timer = setInterval(() => {
    const delay = Math.max(0, performance.now() - due);
    const waitedNow = waitedSoFar();
    late.all.push(delay);
    late.own.push(Math.max(0, delay - (waitedNow - waited)));
    [due, waited] = [performance.now() + TICK_MS, waitedNow];
  }, TICK_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return late;
    },
  };
}

async function measure({ print }: PdfPrinter, document: FrozenDocument) {
  const times: number[] = [];
  const cpu: number[] = [];
  let bytes = 0;
  for (let round = 0; round < 10; round += 1) await print(document, null);
  const loop = watchEventLoop();
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    const { file, cpuMs } = await print(document, null);
    times.push(performance.now() - begun);
    cpu.push(cpuMs);
    bytes = file.length;
  }
  return { times, cpu, bytes, late: loop.stop() };
}

/** Processor time of printed documents, delays of the event loop meanwhile, and memory over 2,000 documents. */
export async function benchDocuments(): Promise<string> {
  const printer = createPdfPrinter();
  const rows = [
    [
      'lines',
      'pages',
      'kB',
      'CPU, median',
      'CPU, p95',
      'time',
      'event loop p99',
      'without waits',
      'longest',
    ],
  ];
  const ms = (value: number) => value.toFixed(0);
  for (const [lines, pages] of [
    [12, 2],
    [45, 3],
    [200, 10],
  ] as const) {
    const { times, cpu, bytes, late } = await measure(printer, withLines(lines));
    rows.push([
      String(lines),
      String(pages),
      ms(bytes / 1000),
      ...[percentile(cpu, 0.5), percentile(cpu, 0.95), percentile(times, 0.5)].map(ms),
      ...[percentile(late.all, 0.99), percentile(late.own, 0.99), Math.max(...late.own)].map(
        (value) => value.toFixed(1),
      ),
    ]);
  }

  const memory = [['documents', 'resident memory, MB']];
  const document = withLines(45);
  let printed = 0;
  for (const look of LOOKS) {
    for (; printed < look; printed += 1) await printer.print(document, null);
    await sleep(1000);
    memory.push([count(look), ms(process.memoryUsage().rss / MB)]);
  }
  await printer.close();
  return [
    `Invoices printed one after the other by the thread; figures in ms. The event loop is that of the process around it:\np99 of its delay, p99 and the longest without waits for a core that another process had. Reach: 3 pages in 150 ms of\nprocessor time, p99 at most 20 ms.\n`,
    table(rows),
    '\nMemory of the process, thread included, after documents of three pages:\n',
    table(memory),
  ].join('\n');
}
