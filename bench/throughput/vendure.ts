import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Sql } from 'postgres';
import { spawnSite } from '#tests/support/spawn-site.ts';

const SHOP = 'bench/peers/vendure';
const FOLDER = join(import.meta.dirname, '../peers/vendure');

/** A product in Vendure's import format, from a prop of the catalogue. */
interface Prop {
  name: string;
  slug: string;
  description: string;
  sku: string;
  price: string;
  facets: string;
}

const COLUMNS =
  'name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,' +
  'stockOnHand,trackInventory,variantAssets,variantFacets';

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

const line = ({ name, slug, description, facets, sku, price }: Prop) =>
  [name, slug, description, '', facets, '', '', sku, price, 'standard', '10', 'false', '', '']
    .map(quoted)
    .join(',');

/** The published props, with the lookups that our search uses. */
const propsOf = (sql: Sql) => sql<Prop[]>`
  select p.name, p.slug, p.description, p.prop_id as sku, p.price::text,
    concat_ws('|', 'category:' || c.name, 'brand:' || b.name, 'colour:' || k.name) as facets
  from public.props as p
  left join public.prop_categories as c on c.id = p.category_id
  left join public.prop_brands as b on b.id = p.brand_id
  left join public.colors as k on k.id = p.color_id
  where p.active order by p.prop_id`;

/** Installs the lock file's packages, with SQLite built for this Node. */
function install(): void {
  const built = join(FOLDER, `node_modules/.built-for-${process.versions.modules}`);
  if (existsSync(built)) return;
  // why: offline, SQLite is built with the headers of the installed Node.
  const prefix = join(dirname(process.execPath), '..');
  const hasHeaders = existsSync(join(prefix, 'include/node/node.h'));
  const env = { ...process.env, ...(hasHeaders && { npm_config_nodedir: prefix }) };
  const npm = (...args: string[]) =>
    execFileSync('npm', args, { cwd: FOLDER, env, stdio: 'inherit' });
  npm('ci', '--no-audit', '--no-fund');
  npm('rebuild', 'better-sqlite3');
  writeFileSync(built, '');
}

/** Vendure's shop with the props of our database, on SQLite. */
export interface Vendure {
  address: string;
  stop(): Promise<void>;
}

/** Runs one of its programs until it is ready. @throws when it ends instead. */
async function run(program: string, variables: Record<string, string>): Promise<Vendure> {
  const { process, ready, ended, output } = spawnSite(`${SHOP}/${program}.js`, variables);
  const address = await ready;
  if (!address) throw new Error(`Vendure does not ${program}:\n${output()}`);
  return {
    address,
    stop: async () => {
      // why: on Node 24 its SQLite crashes at exit; committed data is on disk.
      process.kill('SIGKILL');
      await ended;
    },
  };
}

/**
 * Installs Vendure if needed (its SQLite may need a compiler), fills an empty shop with the props
 * of this database, and serves it.
 * @throws its output when it does not start.
 */
export async function openVendure(sql: Sql): Promise<Vendure> {
  install();
  const folder = mkdtempSync(join(tmpdir(), 'studio-bench-vendure-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const variables = {
    NODE_ENV: 'production',
    // why: otherwise it sends telemetry, and writes into the working directory.
    VENDURE_DISABLE_TELEMETRY: 'true',
    VENDURE_DATA: folder,
    VENDURE_PASSWORD: randomBytes(12).toString('hex'),
  };
  try {
    const lines = [COLUMNS, ...(await propsOf(sql)).map(line)];
    writeFileSync(join(folder, 'products.csv'), `${lines.join('\n')}\n`);
    const fill = await run('fill', variables);
    await fill.stop();
    const shop = await run('serve', variables);
    return {
      address: shop.address,
      stop: async () => {
        await shop.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
