import { join } from 'node:path';
import type { Migrations } from '#backend';

/** The product's migrations, as the runner takes them. */
export const MIGRATIONS: Migrations = {
  directory: join(import.meta.dirname, '../supabase/migrations'),
  history: 'supabase_migrations.schema_migrations',
};
