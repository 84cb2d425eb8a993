import { join } from 'node:path';
import type { Migrations } from '#backend';

const SUPABASE = join(import.meta.dirname, '../../supabase');

/** The product's migrations, for the runner. */
export const MIGRATIONS: Migrations = {
  directory: join(SUPABASE, 'migrations'),
  history: 'supabase_migrations.schema_migrations',
  replaced: {
    directory: join(SUPABASE, 'migrations-before-baseline'),
    baseline: '20261123004000',
  },
};
