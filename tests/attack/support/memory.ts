import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const MEGABYTE = 2 ** 20;

const statusOf = (pid: number | string) => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
};
const kilobytes = (status: string, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);

/** Resets a process's peak memory. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** Peak memory of a process since then (MB). */
export const peakOf = (pid: number): number =>
  Math.round((kilobytes(statusOf(pid), 'VmHWM') * 1024) / MEGABYTE);

/** Unshared memory of all descendants of a process (MB). */
export function heldBelow(pid: number): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const statuses = new Map(pids.map((each) => [each, statusOf(each)]));
  const isBelow = (each: string): boolean => {
    const parent = /^PPid:\s+(\d+)/m.exec(statuses.get(each) ?? '')?.[1] ?? '0';
    return parent === String(pid) || (parent !== '0' && isBelow(parent));
  };
  const held = pids.filter(isBelow).map((each) => kilobytes(statuses.get(each) ?? '', 'RssAnon'));
  return Math.round((held.reduce((sum, each) => sum + each, 0) * 1024) / MEGABYTE);
}
