import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Forbidden imports: the importing file, and what it imports. */
const VIOLATIONS: [string, string][] = [
  ['backend/planted.ts', '#data/backend.ts'],
  ['backend/planted.ts', '#config'],
  ['backend/planted.ts', '@supabase/supabase-js'],
  ['backend/rest/planted.ts', '../../src/domain/money.ts'],
  ['server/planted.ts', '#storefront/shell/header.tsx'],
  ['server/planted.ts', '#ops/shell.tsx'],
  ['server/planted.ts', '#domain/money.ts'],
  ['server/planted.ts', '#backend/gateway.ts'],
  ['server/backup/planted.ts', '../../backend/postgres/database.ts'],
  ['server/planted.test.ts', '#backend/core/limits.ts'],
  ['scripts/planted.ts', '#backend/postgres/database.ts'],
  ['scripts/planted.test.ts', '#backend/index.ts'],
  ['bench/search/planted.ts', '../../backend/index.ts'],
  ['supabase/functions/staff/planted.ts', '#domain/money.ts'],
  ['supabase/functions/staff/planted.ts', '../../../src/domain/money.ts'],
  ['supabase/functions/staff/planted.ts', '../other/index.ts'],
  ['supabase/functions/staff/planted.ts', 'node:fs'],
  ['src/app/planted.ts', '#backend'],
  ['src/app/planted.ts', '#backend/api'],
  ['src/routes/planted.ts', '@supabase/supabase-js'],
  ['src/storefront/planted.ts', '#ops/shell.tsx'],
  ['src/storefront/cart/planted.ts', '../../ops/shell.tsx'],
  ['src/storefront/planted.ts', '#routes/__root.tsx'],
  ['src/storefront/planted.ts', '#backend'],
  ['src/storefront/planted.ts', '#data/staff-api.ts'],
  ['src/storefront/planted.ts', '@supabase/postgrest-js'],
  ['src/storefront/planted.ts', 'node:fs'],
  ['src/ops/planted.ts', '#storefront/cart/cart-store.ts'],
  ['src/ops/planted.ts', '#backend/api'],
  ['src/ops/planted.ts', '#server/home.ts'],
  ['src/ops/planted.ts', '@supabase/supabase-js'],
  ['src/data/planted.ts', '#ui/button.tsx'],
  ['src/data/planted.ts', '#storefront/cart/cart-store.ts'],
  ['src/domain/planted.ts', 'react'],
  ['src/domain/planted.ts', '#data/backend.ts'],
  ['src/domain/planted.ts', 'node:fs'],
  ['src/domain/planted.ts', '#config'],
  ['src/domain/settings/planted.ts', '#data/backend.ts'],
  ['src/messages/planted.ts', '#data/backend.ts'],
  ['src/messages/planted.ts', '#ui/button.tsx'],
  ['src/messages/planted.ts', 'node:fs'],
  ['src/storefront/planted.ts', '#messages/render-message.tsx'],
  ['src/domain/planted.ts', '#messages/render-message.tsx'],
  ['server/planted.ts', '#messages/render-message.tsx'],
  ['src/ui/planted.ts', '#domain/money.ts'],
  ['src/ui/planted.ts', '#data/backend.ts'],
];

const ALLOWED: [string, string][] = [
  ['backend/rest/planted.ts', '../core/log.ts'],
  ['server/planted.ts', '#backend'],
  ['server/planted.test.ts', '#backend/api'],
  ['scripts/planted.ts', '#backend'],
  ['bench/planted.ts', '#backend/api'],
  ['tests/db/planted.test.ts', '#backend/postgres/database.ts'],
  ['supabase/functions/staff/planted.ts', './actions.ts'],
  ['supabase/functions/staff/planted.ts', '../_shared/cors.ts'],
  ['supabase/functions/staff/planted.ts', '@supabase/supabase-js'],
  ['src/routes/planted.ts', '#storefront/shell/header.tsx'],
  ['src/storefront/planted.ts', '#data/backend.ts'],
  ['src/ops/planted.ts', '#domain/money.ts'],
  ['src/ops/planted.ts', '#messages/text-part.ts'],
  ['src/app/planted.ts', '#messages/render-message.tsx'],
  ['src/messages/planted.tsx', 'react-dom/server'],
  ['src/data/planted.ts', '@supabase/postgrest-js'],
  ['src/domain/planted.ts', 'zod'],
  ['src/domain/settings/planted.ts', '#config'],
  ['src/ui/planted.ts', '@base-ui/react/dialog'],
];

describe('the walls between the rooms', () => {
  const folder = mkdtempSync(join(tmpdir(), 'walls-'));
  let report = '';

  const planted = (file: string, index: number) => file.replace('planted', `planted-${index}`);

  beforeAll(() => {
    cpSync(join(ROOT, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    for (const [index, [file, specifier]] of [...VIOLATIONS, ...ALLOWED].entries()) {
      const path = join(folder, planted(file, index));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `import * as planted from '${specifier}';\nexport const it = planted;\n`);
    }
    const oxlint = join(ROOT, 'node_modules/.bin/oxlint');
    const args = ['-A', 'all', '-D', 'no-restricted-imports', '--format=unix'];
    report = spawnSync(oxlint, args, { cwd: folder, encoding: 'utf8' }).stdout;
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(VIOLATIONS.map(([file, specifier], index) => ({ file, specifier, index })))(
    '$file may not import $specifier',
    ({ file, index }) => {
      expect(report).toMatch(new RegExp(`${planted(file, index)}:.*no-restricted-imports`));
    },
  );

  it.each(ALLOWED.map(([file, specifier], index) => ({ file, specifier, index })))(
    '$file may import $specifier',
    ({ file, index }) => {
      expect(report).toContain('problem');
      expect(report).not.toContain(planted(file, index + VIOLATIONS.length));
    },
  );
});
