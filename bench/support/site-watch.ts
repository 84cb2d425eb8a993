/**
 * Preloaded into a process. On SIGUSR2 it collects garbage. It checks the event loop every 10 ms
 * and appends a line to the file BENCH_STALLS for each delay: the milliseconds from when the timer
 * was due until it ran, and how many of them the thread was runnable but had no core (Linux).
 */
import { openSync, readSync, writeSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOKS_EVERY = 10;
const LEAST_TOLD = 5;

// why: the main thread's id equals the process id.
const schedule = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
const bytes = Buffer.alloc(64);

/**
 * Milliseconds that the thread has waited for a core so far (schedstat: ns run, ns waited, turns).
 */
function waitedSoFar(): number {
  const text = bytes.toString('latin1', 0, readSync(schedule, bytes, 0, bytes.length, 0));
  return Number(text.split(' ')[1]) / 1e6;
}

// why: a synchronous write, into memory; a thread pool job might itself wait for a core.
const file = openSync(process.env['BENCH_STALLS'] ?? '', 'a');
let [before, waitedBefore] = [performance.now(), waitedSoFar()];
setInterval(() => {
  const [now, waited] = [performance.now(), waitedSoFar()];
  const stall = now - before - LOOKS_EVERY;
  const waiting = Math.min(stall, waited - waitedBefore);
  if (stall >= LEAST_TOLD) writeSync(file, `${stall.toFixed(1)} ${waiting.toFixed(1)}\n`);
  [before, waitedBefore] = [now, waited];
}, LOOKS_EVERY).unref();

setFlagsFromString('--expose-gc');
process.on('SIGUSR2', runInNewContext('() => gc()') as () => void);
