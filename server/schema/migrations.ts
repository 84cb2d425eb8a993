import { join } from 'node:path';
import type { Migrations } from '#backend';

const SUPABASE = join(import.meta.dirname, '../../supabase');

/** The product's migrations, for the runner. */
export const MIGRATIONS: Migrations = {
  directory: join(SUPABASE, 'migrations'),
  history: 'supabase_migrations.schema_migrations',
  folded: {
    list: join(SUPABASE, 'before-baseline.sha256'),
    baseline: '20261201002300',
    commit: '7e04c4a4',
  },
};
