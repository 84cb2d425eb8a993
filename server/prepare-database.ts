import {
  type ConnectionOptions,
  type Database,
  migrate,
  type ObjectStore,
  openDatabase,
} from '#backend';
import { applyDemoData, declineDemoData, isDemoDataDecided } from './demo-data.ts';
import type { Environment } from './environment.ts';
import { ensureFirstAdmin, type FirstAdmin, pendingAdmin } from './first-admin.ts';
import { print } from './log.ts';
import { MIGRATIONS } from './schema/migrations.ts';

/** Opens the database with all migrations, and with what the first start of a home puts into it. */
export async function prepareDatabase(
  owner: ConnectionOptions,
  fill: (db: Database) => Promise<FirstAdmin | 'none' | null>,
): Promise<{ db: Database; firstAdmin: FirstAdmin | 'none' | null }> {
  const db = await openDatabase(owner, { requestConnections: 1 });
  try {
    const applied = await migrate(db.owner, MIGRATIONS);
    if (applied.length > 0) print(`Database: ${applied.length} migrations applied.`);
    const firstAdmin = await fill(db);
    if (applied.length === 0) return { db, firstAdmin };
    // why: a session that made the schema holds 60 MB for as long as it lives.
    await db.close();
    return { db: await openDatabase(owner, { requestConnections: 1 }), firstAdmin };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/**
 * Gives a new home its demo data, and its first admin.
 * @param embedded it is the embedded home, whose first admin gets a generated password
 * @returns the sign-in hint to print, see pendingAdmin
 */
export async function fillEmpty(
  db: Database,
  env: Environment,
  store: ObjectStore,
  embedded: boolean,
): Promise<FirstAdmin | 'none' | null> {
  if (embedded && !(await isDemoDataDecided(db.owner))) {
    if (env.DEMO_DATA === 'on') {
      print('Filling the empty studio with demo data …');
      await applyDemoData(db.owner, store);
    } else {
      await declineDemoData(db.owner);
    }
  }
  // why: no default credentials outside the embedded home, where the password is generated.
  const mayCreate = embedded || (env.OPS_ADMIN_EMAIL && env.OPS_ADMIN_PASSWORD);
  const made = mayCreate ? await ensureFirstAdmin(db.owner, env) : null;
  return made ?? pendingAdmin(db.owner, env);
}
