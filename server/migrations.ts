import { join } from 'node:path';

/** The product's migrations, as the runner takes them. */
export const MIGRATIONS = {
  directory: join(import.meta.dirname, '../supabase/migrations'),
  history: 'supabase_migrations.schema_migrations',
};
