import { percentile, table } from '../support/figures.ts';
import { watchMemory, type Held } from '../support/held-memory.ts';
import { load, type LoadFigures } from '../support/load.ts';
import { type BenchSite, openSite } from '../support/site.ts';
import { enquiryData } from '../throughput/requests.ts';
import { ATTACKERS, HOSTILE, type HostileData } from './requests.ts';

const CONNECTIONS = 400;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 60);
const QUIET_SECONDS = 8;
/** Memory that the site may take, PostgreSQL included. */
const MOST_MB = 512;

const module = new URL('./requests.ts', import.meta.url).href;

/** Honest visitors: two connections each, a request every 100 ms. */
const HONEST = { pages: 'visitPage', 'dated lists': 'visitDated', enquiries: 'visitEnquiry' };

interface Measured {
  quiet: LoadFigures[];
  during: LoadFigures[];
  hostile: LoadFigures;
  most: Held;
  killed: number | null;
}

/**
 * What visitors notice of hostile requests from {@link ATTACKERS} addresses, and the memory meanwhile.
 * With BENCH_BEFORE, the folder of another built checkout, that one is measured first.
 */
export async function benchHostile(): Promise<string> {
  const before = process.env['BENCH_BEFORE'];
  const earlier = before === undefined ? null : await measure(before);
  const now = await measure();
  const sites = [...(earlier ? [{ name: 'before', ...earlier }] : []), { name: 'now', ...now }];
  const ms = (value: number) => value.toFixed(0);
  const rows = Object.keys(HONEST).flatMap((what, at) =>
    sites.map(({ name, quiet, during }) => {
      const [alone, beside] = [quiet[at]!, during[at]!];
      const { 200: answered = 0, ...others } = beside.statuses;
      return [
        sites.length > 1 ? `${what}, ${name}` : what,
        ms(alone.p50),
        ms(alone.p99),
        ms(beside.p50),
        ms(beside.p99),
        `${(beside.p99 / alone.p99).toFixed(1)}×`,
        String(answered),
        Object.keys(others).length === 0 ? '0' : JSON.stringify(others),
      ];
    }),
  );
  const memory = sites.map(({ name, most, killed }) => [
    name,
    ms(most.site),
    ms(most.below),
    ms(most.shared),
    ms(most.site + most.below),
    killed === null ? 'no cgroup' : String(killed),
  ]);
  const ratio = earlier && [
    'ratio',
    ...(['site', 'below', 'shared'] as const).map(
      (of) => `${(earlier.most[of] / now.most[of]).toFixed(1)}×`,
    ),
    `${((earlier.most.site + earlier.most.below) / (now.most.site + now.most.below)).toFixed(1)}×`,
    '',
  ];
  return [
    `${CONNECTIONS} connections from ${ATTACKERS} addresses for ${SECONDS} s: ${Object.keys(HOSTILE).join(', ')}, in turn; answered`,
    ...sites.map(({ name, hostile }) => `${name} ${JSON.stringify(hostile.statuses)},`),
    `${percentile([now.hostile.busy], 0.5) > 0.9 ? 'bounded by the generator' : 'not bounded by the generator'}. Honest visitors, each from an address of their own: two connections of each kind, a`,
    'request every 100 ms; times in ms. Reach: p99 ≤ 1 s, all answered.\n',
    table([
      ['visitors', 'quiet p50', 'p99', 'hostile p50', 'p99', 'ratio', 'answered', 'not'],
      ...rows,
    ]),
    `\nMost memory meanwhile, in MB that a process alone holds (smaps_rollup), looked at every second; shared buffers`,
    `apart. Where the machine has cgroups, all ran within ${MOST_MB} MB, buffers and the kernel's share included, and so many`,
    `processes were ended for want of memory. Reach: ≤ ${MOST_MB} MB.\n`,
    table([
      ['memory', 'Node', 'PostgreSQL', 'shared buffers', 'Node + PostgreSQL', 'ended'],
      ...memory,
      ...(ratio ? [ratio] : []),
    ]),
  ].join('\n');
}

/** Measures the site of this checkout, or of the one in that folder. */
async function measure(folder?: string): Promise<Measured> {
  const site = await openSite({}, { folder, mostMb: folder === undefined ? MOST_MB : undefined });
  try {
    const data = await prepare(site);
    const visit = (loads: number, seconds: number) =>
      Object.values(HONEST).map((name, at) =>
        load<HostileData>({
          address: site.address,
          connections: 2,
          pauseMs: 100,
          until: { seconds },
          next: { module, name, data: { ...data, load: loads + at } },
        }),
      );
    // why: the first of each is compiled and planned.
    await Promise.all(visit(0, 2));
    const quiet = await Promise.all(visit(10, QUIET_SECONDS));
    const most = watchMemory(site.pid);
    const attack = load<HostileData>({
      address: site.address,
      connections: CONNECTIONS,
      until: { seconds: SECONDS },
      next: { module, name: 'hostile', data },
    });
    const during = await Promise.all(visit(20, SECONDS));
    return { quiet, during, hostile: await attack, most: most(), killed: site.killed() };
  } finally {
    await site.stop();
  }
}

/** What the requests need: items, pictures, and links to documents. */
async function prepare({ sql, anonKey }: BenchSite): Promise<HostileData> {
  const slugs = await sql<{ slug: string }[]>`
    select slug from public.props where active order by id limit 40`;
  const pictures = await sql<{ name: string }[]>`
    select name from storage.objects where bucket_id = 'catalogue'
    order by (metadata ->> 'size')::bigint desc nulls last limit 40`;
  const secrets = Array.from({ length: ATTACKERS }, (_, at) => at.toString(16).padStart(64, 'a'));
  await sql`
    insert into private.links (kind, document_id, customer_id, token, expires_at)
    select 'document', document.id, document.customer_id, sha256(convert_to(secret, 'UTF8')), now() + interval '1 day'
    from unnest(${secrets}::text[]) with ordinality as given (secret, nth)
      join (
        select documents.id, documents.customer_id, row_number() over (order by count(*) desc) as nth
        from public.documents join public.document_lines as line on line.document_id = documents.id
        group by documents.id
      ) as document using (nth)`;
  return {
    ...(await enquiryData(sql, anonKey)),
    load: 0,
    secrets,
    pictures: pictures.map(({ name }) => name),
    pages: [
      '/',
      '/rent-props',
      '/rent-clothes',
      '/about',
      ...slugs.map(({ slug }) => `/props/${slug}`),
    ],
  };
}
