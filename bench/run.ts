/**
 * `npm run bench` runs all benchmarks, `npm run bench -- NAME …` these; each prints its tables and
 * writes them to its section of RESULTS.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { benchActivity } from './activity/bench.ts';
import { benchAvailability } from './availability/bench.ts';
import { benchBrowser } from './browser/bench.ts';
import { benchCoverage } from './browser/coverage.ts';
import { benchCrm } from './crm/bench.ts';
import { benchDocuments } from './documents/bench.ts';
import { benchHostile } from './hostile/bench.ts';
import { benchOneItem } from './hostile/one-item.ts';
import { benchInventory } from './inventory/bench.ts';
import { benchLarge } from './large/bench.ts';
import { benchQueueing } from './messages/queueing.ts';
import { benchDeadSmtp } from './messages/dead-smtp.ts';
import { benchPages } from './pages/bench.ts';
import { benchSearch } from './search/bench.ts';
import { benchEnquiries } from './throughput/enquiries.ts';
import { benchPeer } from './throughput/peer.ts';
import { benchSoak } from './throughput/soak.ts';
import { benchTimeline } from './timeline/bench.ts';
import { benchTogether } from './together/bench.ts';

/** Each returns its section's Markdown. */
const BENCHES: Record<string, () => Promise<string>> = {
  activity: benchActivity,
  availability: benchAvailability,
  browser: benchBrowser,
  coverage: benchCoverage,
  crm: benchCrm,
  'dead-smtp': benchDeadSmtp,
  documents: benchDocuments,
  hostile: benchHostile,
  'one-item': benchOneItem,
  search: benchSearch,
  inventory: benchInventory,
  large: benchLarge,
  pages: benchPages,
  queueing: benchQueueing,
  peer: benchPeer,
  enquiries: benchEnquiries,
  soak: benchSoak,
  timeline: benchTimeline,
  together: benchTogether,
};

const RESULTS = join(import.meta.dirname, 'RESULTS.md');

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !BENCHES[name]);
if (unknown.length > 0) {
  process.stderr.write(`Usage: npm run bench -- ${Object.keys(BENCHES).join('|')} …\n`);
  process.exit(1);
}
for (const [name, bench] of Object.entries(BENCHES)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const section = `## ${name}\n\n${machine()}\n\n${(await bench()).trim()}\n`;
  process.stdout.write(`${section}\n`);
  writeFileSync(RESULTS, withSection(readFileSync(RESULTS, 'utf8'), name, section));
}

/** The machine and the date of a section's measurement. */
function machine(): string {
  const [cpu] = cpus();
  const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GiB`;
  const parts = [`${cpus().length} × ${cpu?.model.trim() ?? 'CPU'}`, memory];
  return `_${[...parts, `Node ${process.versions.node}`, new Date().toISOString().slice(0, 10)].join(', ')}_`;
}

/** Replaces this section of the text, or appends it. */
function withSection(text: string, heading: string, written: string): string {
  const [head = '', ...sections] = text.split(/^(?=## )/m);
  const others = sections.filter((each) => !each.startsWith(`## ${heading}\n`));
  return `${[head, ...others, written].map((each) => each.trim()).join('\n\n')}\n`;
}
