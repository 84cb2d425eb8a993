/** The process of load.ts: sends requests and reports the figures. */
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from './connection.ts';
import { percentile } from './figures.ts';
import type { LoadFigures, LoadOrder, NextRequest } from './load.ts';

const [order] = (await once(process, 'message')) as [LoadOrder<unknown>];
const { address, connections, until, next, pauseMs = 0 } = order;
const module = (await import(next.module)) as Record<string, NextRequest<unknown>>;
const make = module[next.name];
if (!make) throw new Error(`${next.module} exports no ${next.name}`);

const times: number[] = [];
const statuses: Record<number, number> = {};
let bytes = 0;
let sent = 0;

const began = performance.now();
const isOver = () =>
  'seconds' in until ? performance.now() - began >= until.seconds * 1000 : sent >= until.requests;

async function oneConnection(): Promise<void> {
  const connection = new Connection(address);
  while (!isOver()) {
    const asked = make!(sent++, next.data);
    const start = performance.now();
    const reply = await connection.ask(asked);
    times.push(performance.now() - start);
    statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
    bytes += reply.bytes;
    if (pauseMs > 0) await sleep(pauseMs);
  }
  connection.close();
}

const utilizationBefore = performance.eventLoopUtilization();
await Promise.all(Array.from({ length: connections }, oneConnection));
const seconds = (performance.now() - began) / 1000;
const figures: LoadFigures = {
  perSecond: times.length / seconds,
  p50: percentile(times, 0.5),
  p95: percentile(times, 0.95),
  p99: percentile(times, 0.99),
  statuses,
  bytes,
  busy: performance.eventLoopUtilization(utilizationBefore).utilization,
};
process.send?.(figures);
process.disconnect();
