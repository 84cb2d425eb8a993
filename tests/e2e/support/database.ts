import postgres, { type Sql } from 'postgres';
import { attachEmbedded } from '#backend/postgres/embedded.ts';

/** Connects to the database of a running site, as its owner. @throws when none runs on this data folder */
export function openDatabase(dataDir: string, connections = 1): Sql {
  const target = attachEmbedded({ dataDir });
  if (!target) throw new Error('The site’s database is not running.');
  const { ssl: _, ...options } = target;
  return postgres({ ...options, max: connections, onnotice: () => {} });
}

/** why: all tests send from one address, faster than the limits for visitors allow. */
export async function liftLimits(sql: Sql): Promise<void> {
  await sql`select private.set_limit(name, null) from private.settings`;
}

/** Enters a legal name and a GSTIN of Karnataka, without which no invoice can be issued. */
export async function registerStudio(sql: Sql): Promise<void> {
  const values = {
    'identity.legal_name': 'Frameyard Studio Rental LLP',
    'identity.gstin': '29AAPFU0939F1ZR',
  };
  await sql`
    insert into private.studio_settings (key, value)
    select given.key, given.value from jsonb_each(${sql.json(values)}::jsonb) as given
    on conflict on constraint studio_settings_pkey do update set value = excluded.value`;
}
