import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FUNCTIONS = join(ROOT, 'supabase/functions');
const read = (file: string) => readFileSync(file, 'utf8');

const names = readdirSync(FUNCTIONS).filter((name) =>
  existsSync(join(FUNCTIONS, name, 'index.ts')),
);
const { dependencies } = JSON.parse(read(join(ROOT, 'package.json'))) as {
  dependencies: Record<string, string>;
};

it('functions run with the same packages on Supabase as here', () => {
  expect(names).toContain('staff');
  for (const name of names) {
    const { imports } = JSON.parse(read(join(FUNCTIONS, name, 'deno.json'))) as {
      imports: Record<string, string>;
    };
    const ours = Object.keys(imports).map((each) => [each, `npm:${each}@${dependencies[each]}`]);
    expect([name, imports]).toEqual([name, Object.fromEntries(ours)]);
    const sources = readdirSync(join(FUNCTIONS, name)).filter((file) => file.endsWith('.ts'));
    const imported = sources.flatMap((file) =>
      [...read(join(FUNCTIONS, name, file)).matchAll(/from '([^.][^']*)'/g)].map(([, of]) => of),
    );
    expect([name, new Set(imported)]).toEqual([name, new Set(Object.keys(imports))]);
  }
});

it('functions say in config.toml whether they need a token', () => {
  const config = read(join(ROOT, 'supabase/config.toml'));
  for (const name of names)
    expect(config).toMatch(new RegExp(`\\[functions\\.${name}\\][^[]*verify_jwt = (true|false)`));
});
