import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generateTypes } from '../../scripts/type-generator.ts';
import { useDatabase } from '#tests/support/database.ts';

const database = useDatabase();

it('src/data/types.gen.ts is what the migrations make (npm run db:types)', async () => {
  const file = join(import.meta.dirname, '../../src/data/types.gen.ts');
  expect(await generateTypes(database.db.owner)).toBe(readFileSync(file, 'utf8'));
});
