/** `npm run bench -- crm`: measures, prints a table and writes it to its section of RESULTS.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchCrm } from './crm/bench.ts';

/** Each answers its section's Markdown. */
const BENCHES: Record<string, () => Promise<string>> = { crm: benchCrm };

const RESULTS = join(import.meta.dirname, 'RESULTS.md');

const [name = ''] = process.argv.slice(2);
const bench = BENCHES[name];
if (!bench) {
  process.stderr.write(`Usage: npm run bench -- ${Object.keys(BENCHES).join('|')}\n`);
  process.exit(1);
}
const section = `## ${name}\n\n${(await bench()).trim()}\n`;
process.stdout.write(`${section}\n`);
writeFileSync(RESULTS, withSection(readFileSync(RESULTS, 'utf8'), name, section));

/** The text with this section in the place of the earlier one, or at its end. */
function withSection(text: string, heading: string, written: string): string {
  const [head = '', ...sections] = text.split(/^(?=## )/m);
  const kept = sections.filter((each) => !each.startsWith(`## ${heading}\n`));
  return `${[head, ...kept, written].map((each) => each.trim()).join('\n\n')}\n`;
}
