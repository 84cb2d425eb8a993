import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Forbidden imports: the importing file, and what it imports. */
const VIOLATIONS: [string, string][] = [
  ['backend/planted.ts', '#data/core/backend.ts'],
  ['backend/planted.ts', '#config'],
  ['backend/planted.ts', '@supabase/supabase-js'],
  ['backend/rest/planted.ts', '../../src/domain/money.ts'],
  ['server/planted.ts', '#storefront/shell/header.tsx'],
  ['server/planted.ts', '#ops/frame/guard.tsx'],
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
  ['src/storefront/planted.ts', '#ops/frame/guard.tsx'],
  ['src/storefront/cart/planted.ts', '../../ops/frame/guard.tsx'],
  ['src/storefront/planted.ts', '#routes/__root.tsx'],
  ['src/storefront/planted.ts', '#backend'],
  ['src/storefront/planted.ts', '#data/core/staff-api.ts'],
  ['src/storefront/planted.ts', '#data/staff/session.ts'],
  ['src/storefront/planted.ts', '@supabase/postgrest-js'],
  ['src/storefront/planted.ts', 'node:fs'],
  ['src/ops/planted.ts', '#storefront/cart/cart-store.ts'],
  ['src/ops/planted.ts', '#backend/api'],
  ['src/ops/planted.ts', '#server/home.ts'],
  ['src/ops/planted.ts', '@supabase/supabase-js'],
  ['src/ops/documents/planted.ts', '../crm/shared/crm-list.tsx'],
  ['src/ops/inventory/form/planted.ts', '../../frame/guard.tsx'],
  ['src/ops/kit/planted.ts', '../inventory/manager.tsx'],
  ['src/ops/kit/lists/planted.ts', '../../crm/shared/crm-list.tsx'],
  ['src/ops/kit/planted.ts', '@supabase/supabase-js'],
  ['src/ops/kit/lists/planted.ts', '#messages/text-part.ts'],
  ['src/data/planted.ts', '#ui/button.tsx'],
  ['src/data/planted.ts', '#storefront/cart/cart-store.ts'],
  ['src/domain/planted.ts', 'react'],
  ['src/domain/planted.ts', '#data/core/backend.ts'],
  ['src/domain/planted.ts', 'node:fs'],
  ['src/domain/planted.ts', '#config'],
  ['src/domain/settings/planted.ts', '#data/core/backend.ts'],
  ['src/messages/planted.ts', '#data/core/backend.ts'],
  ['src/messages/planted.ts', '#ui/button.tsx'],
  ['src/messages/planted.ts', 'node:fs'],
  ['src/storefront/planted.ts', '#messages/render-message.tsx'],
  ['src/domain/planted.ts', '#messages/render-message.tsx'],
  ['server/planted.ts', '#messages/render-message.tsx'],
  ['src/dates/planted.ts', '#storefront/cart/cart-store.ts'],
  ['src/dates/planted.ts', '#ops/kit/profile.ts'],
  ['src/dates/planted.ts', '#data/core/backend.ts'],
  ['src/domain/planted.ts', '#dates/months.tsx'],
  ['src/ui/planted.ts', '#domain/money.ts'],
  ['src/ui/planted.ts', '#dates/months.tsx'],
  ['src/ui/planted.ts', '#data/core/backend.ts'],
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
  ['src/storefront/planted.ts', '#data/core/backend.ts'],
  ['src/ops/planted.ts', '#domain/money.ts'],
  ['src/ops/kit/planted.ts', '#dates/months.tsx'],
  ['src/storefront/planted.ts', '#dates/months.tsx'],
  ['src/dates/planted.ts', '#ui/button.tsx'],
  ['src/dates/planted.ts', '#domain/days.ts'],
  ['src/ops/planted.ts', '#messages/text-part.ts'],
  ['src/ops/documents/planted.ts', '../kit/profile.ts'],
  ['src/ops/crm/orders/planted.ts', '../shared/crm-list.tsx'],
  ['src/ops/frame/palette/planted.ts', '../ops-navigation.ts'],
  ['src/ops/kit/lists/planted.ts', '../read-failure.tsx'],
  ['src/routes/planted.ts', '#ops/crm/crm-page.tsx'],
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

describe('files that import each other', () => {
  const folder = mkdtempSync(join(tmpdir(), 'circles-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are found, by aliases and by types alone too, and one that imports them is not', () => {
    cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
    // why without types: the planted files belong to no tsconfig.
    const config = readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8');
    writeFileSync(
      join(folder, '.oxlintrc.json'),
      config.replace('"typeAware": true', '"typeAware": false'),
    );
    const plant = (file: string, imports: string) => {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `${imports}\nexport type It = Other;\n`);
    };
    plant('src/domain/one.ts', "import type { It as Other } from './two.ts';");
    plant('src/domain/two.ts', "import type { It as Other } from '#domain/one.ts';");
    plant('src/ops/three.ts', "import type { It as Other } from '#domain/one.ts';");
    const oxlint = join(ROOT, 'node_modules/.bin/oxlint');
    const found = spawnSync(oxlint, ['--format=unix'], { cwd: folder, encoding: 'utf8' }).stdout;
    const files = Array.from(
      found.matchAll(/^(.*\.ts):.*import\(no-cycle\)/gm),
      ([, file]) => file,
    );
    expect(new Set(files)).toEqual(new Set(['src/domain/one.ts', 'src/domain/two.ts']));
  });
});
