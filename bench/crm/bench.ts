import { startTestServer } from '#tests/support/postgres-server.ts';
import { compared, count, quartile, table } from '../support/figures.ts';
import { fillDemo, openStudio } from '../support/studio.ts';
import type { Studio } from '../support/studio.ts';
import { fillLarge, LARGE } from './large-data.ts';

const ROUNDS = 25;

type Call = [what: string, name: string, given: Record<string, unknown>];

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

const rentals = (list: string, statuses: string[]): Call[] => {
  const name = `search_${list}`;
  return [
    [list, name, {}],
    [`${list}, page 5`, name, { page: 5 }],
    [`${list} by total`, name, { sort: '-total' }],
    [`${list} by dates, newest`, name, { sort: '-rental_from' }],
    [`${list} by customer`, name, { sort: 'name' }],
    [`${list} by status`, name, { sort: 'status' }],
    [`${list}, status`, name, { statuses }],
    [`${list}, 30 days`, name, { created_from: day(-30), created_to: day(0) }],
    [`${list}, rental in a week`, name, { rental_from: day(0), rental_to: day(7) }],
    [`${list}, 'asha'`, name, { q: 'asha' }],
    [`${list}, '@'`, name, { q: '@' }],
    [`${list}, '1'`, name, { q: '1' }],
    [`${list}, 'zq'`, name, { q: 'zq' }],
    [`${list}, '1' by total`, name, { q: '1', sort: '-total' }],
    [`${list}, mobile`, name, { q: '+91 90000 79193' }],
    [`${list}, '90 0'`, name, { q: '90 0' }],
    [`${list}, number`, name, { q: list === 'orders' ? 'ORD-00012' : 'ENQ-00312' }],
  ];
};

const CALLS: Call[] = [
  ['tab counts', 'crm_counts', {}],
  ['dashboard', 'dashboard_figures', {}],
  ['leads', 'search_leads', {}],
  ['leads, page 5', 'search_leads', { page: 5 }],
  ['leads by name', 'search_leads', { sort: 'name' }],
  ['leads by enquiries', 'search_leads', { sort: '-enquiries' }],
  ['leads by orders', 'search_leads', { sort: '-orders' }],
  ['leads, messages waiting', 'search_leads', { unhandled: true }],
  ["leads, 'asha'", 'search_leads', { q: 'asha' }],
  ["leads, '@'", 'search_leads', { q: '@' }],
  ["leads, '1'", 'search_leads', { q: '1' }],
  ["leads, 'zq'", 'search_leads', { q: 'zq' }],
  ['leads, mobile', 'search_leads', { q: '+91 90000 79193' }],
  ["leads, '90 0'", 'search_leads', { q: '90 0' }],
  ...rentals('enquiries', ['pending', 'contacted']),
  ...rentals('orders', ['completed', 'confirmed']),
  ['orders, out today', 'search_orders', { show: 'out' }],
  ['orders, return due', 'search_orders', { show: 'due' }],
];

/** Measures the CRM's calls on the demo data and the large data, and the three full reads. */
export async function benchCrm(): Promise<string> {
  const { server, stop } = await startTestServer(18);
  const studios: Studio[] = [];
  try {
    studios.push(await openStudio(server, 'demo', fillDemo));
    studios.push(await openStudio(server, 'large', fillLarge));
    const [demo, large] = studios as [Studio, Studio];
    const rows: string[][] = [];
    for (const [what, name, given] of CALLS) {
      const [small, big] = (await compared(
        ROUNDS,
        () => demo.ask(`rpc/${name}`, given),
        () => large.ask(`rpc/${name}`, given),
      )) as [number, number];
      rows.push([what, small.toFixed(1), big.toFixed(1), `${(big / small).toFixed(1)}×`]);
    }
    const worst = Math.max(...rows.map((row) => Number.parseFloat(row[3] ?? '')));
    return [
      `${count(LARGE.customers)} customers, ${count(LARGE.enquiries)} enquiries, ${count(LARGE.orders)} orders`,
      `against the demo data; lower quartiles in ms for one page of 25. Worst ratio: ${worst.toFixed(1)}×.\n`,
      table([['call', 'demo', 'large', 'ratio'], ...rows]),
      `\nLeads with their counts, against reading all rows and counting in the client:\n`,
      table([['way', 'ms', 'kB'], ...(await againstFullReads(large))]),
    ].join('\n');
  } finally {
    for (const studio of studios) studio.stop();
    await stop();
  }
}

/** Three full reads in pages of 1,000 rows, the backend's maximum. */
async function againstFullReads(studio: Studio): Promise<string[][]> {
  const reads = [
    'customers?select=id,customer_number,first_name,last_name,email,mobile,assigned_to&order=created_at.desc,id',
    'enquiry_orders?select=customer_id&status=neq.converted&order=id',
    'orders?select=customer_id&order=id',
  ];
  const full = async () => {
    let [ms, bytes] = [0, 0];
    for (const read of reads) {
      for (let offset = 0; ; offset += 1000) {
        const page = await studio.ask(`${read}&limit=1000&offset=${offset}`);
        ms += page.ms;
        bytes += page.text.length;
        if ((JSON.parse(page.text) as unknown[]).length < 1000) break;
      }
    }
    return { ms, bytes };
  };
  const page = async () => {
    const { ms, text } = await studio.ask('rpc/search_leads', {});
    return { ms, bytes: text.length };
  };
  const measured = [];
  for (const way of [full, page]) {
    const runs = [];
    for (let round = 0; round < 5; round += 1) runs.push(await way());
    measured.push({ ms: quartile(runs.map(({ ms }) => ms)), bytes: runs[0]?.bytes ?? 0 });
  }
  const [all, one] = measured as [{ ms: number; bytes: number }, { ms: number; bytes: number }];
  return [
    ['three full reads', all.ms.toFixed(0), count(Math.round(all.bytes / 1000))],
    ['search_leads', one.ms.toFixed(1), (one.bytes / 1000).toFixed(1)],
    ['ratio', `${(all.ms / one.ms).toFixed(0)}×`, `${(all.bytes / one.bytes).toFixed(0)}×`],
  ];
}
