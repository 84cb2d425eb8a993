import { setTimeout as wait } from 'node:timers/promises';
import { createAsker } from './ask.ts';
import type { AttackedSite } from './attacked-site.ts';

/** Pause between two visits (ms). why: on a fast machine one address would exceed its own limit. */
const PAUSE = 60;

const ask = createAsker(1);
const WORDS = ['sofa', 'lamp', 'chair', 'table', 'blue', 'teal', 'wood', 'brass', 'rug', 'vase'];
let asked = 0;
let visitors = 0;

/** Requests a page, a search and the health endpoint; returns their times (ms). */
async function visit({ address, anonKey }: AttackedSite, from: string): Promise<number[]> {
  asked += 1;
  const headers = { 'x-forwarded-for': from };
  const q = `${WORDS[asked % WORDS.length]} ${Math.floor(asked / WORDS.length) || ''}`.trim();
  const answers = [
    await ask(`${address}/rent-props`, { headers: { ...headers, 'accept-encoding': 'br' } }),
    await ask(`${address}/rest/v1/rpc/search_catalogue`, {
      method: 'POST',
      headers: { ...headers, apikey: anonKey },
      body: { q, size: 24 },
    }),
    await ask(`${address}/healthz`, { headers }),
  ];
  const refused = answers.find(({ status }) => status !== 200);
  if (refused) throw new Error(`A visitor is answered ${refused.status}: ${refused.text}`);
  return answers.map(({ ms }) => ms);
}

/** The slowest of 20 responses (ms). */
function p95(times: number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? 0;
}

/** A visitor from a separate address during an attack; returns the p95 (ms). */
export async function visitDuring(site: AttackedSite, go: () => Promise<unknown>): Promise<number> {
  const going = { isOver: false };
  const over = go().finally(() => (going.isOver = true));
  visitors += 1;
  const from = `203.0.113.${visitors % 250}`;
  const times: number[] = [];
  while (!going.isOver || times.length < 30) {
    times.push(...(await visit(site, from)));
    await wait(PAUSE);
  }
  await over;
  return p95(times);
}
