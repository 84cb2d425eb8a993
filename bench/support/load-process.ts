/** The process of load.ts: asks, counts and answers with the figures. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { percentile } from './figures.ts';
import type { LoadFigures, LoadOrder, NextRequest } from './load.ts';

const [order] = (await once(process, 'message')) as [LoadOrder<unknown>];
const { address, connections, until, next } = order;
const module = (await import(next.module)) as Record<string, NextRequest<unknown>>;
const make = module[next.name];
if (!make) throw new Error(`${next.module} exports no ${next.name}`);

const { hostname, port } = new URL(address);
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const times: number[] = [];
const statuses: Record<number, number> = {};
let bytes = 0;
let sent = 0;

/** Asks once; answers the status, or 0 when the connection broke. */
function ask(n: number): Promise<number> {
  const { path, method = 'GET', headers, body } = make!(n, next.data);
  return new Promise((resolve) => {
    request({ agent, hostname, port, path, method, ...(headers && { headers }) }, (response) => {
      response
        .on('data', (chunk: Buffer) => (bytes += chunk.length))
        .once('end', () => resolve(response.statusCode ?? 0))
        .once('error', () => resolve(0));
    })
      .once('error', () => resolve(0))
      .end(body);
  });
}

const began = performance.now();
const isOver = () =>
  'seconds' in until ? performance.now() - began >= until.seconds * 1000 : sent >= until.requests;

async function oneConnection(): Promise<void> {
  while (!isOver()) {
    const start = performance.now();
    const status = await ask(sent++);
    times.push(performance.now() - start);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
}

const utilizationBefore = performance.eventLoopUtilization();
await Promise.all(Array.from({ length: connections }, oneConnection));
const seconds = (performance.now() - began) / 1000;
const figures: LoadFigures = {
  perSecond: times.length / seconds,
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99),
  statuses,
  bytes,
  busy: performance.eventLoopUtilization(utilizationBefore).utilization,
};
agent.destroy();
process.send?.(figures);
process.disconnect();
