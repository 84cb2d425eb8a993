/**
 * Loaded into each Node process of a run under another clock (NODE_OPTIONS): gives that clock to
 * the processes that are started with an environment of their own, such as PostgreSQL, and withholds
 * it from Chromium, whose pages get theirs from shift-dates.ts.
 */
import { ChildProcess } from 'node:child_process';

const NAMES = /^(LD_PRELOAD|NODE_OPTIONS|FAKETIME\w*|DONT_FAKE_MONOTONIC)=/;
const clock = Object.entries(process.env)
  .map(([name, value]) => `${name}=${value}`)
  .filter((pair) => NAMES.test(pair));

const start = ChildProcess.prototype.spawn;
ChildProcess.prototype.spawn = function (options) {
  const others = (options.envPairs ?? []).filter((pair) => !NAMES.test(pair));
  const isBrowser = /chrom/i.test(options.file);
  return start.call(this, { ...options, envPairs: isBrowser ? others : [...others, ...clock] });
};
