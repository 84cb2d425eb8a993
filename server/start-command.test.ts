import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { readEnvironment, VARIABLES } from './environment.ts';

const textOf = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

it('is started with the same flags and settings by npm, in a container and by systemd', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: { start: string } };
  const [, settings = '', command] = /^((?:MALLOC_\S+=\d+ )+)exec (.+)$/.exec(scripts.start) ?? [];
  expect(command).toMatch(/^node (--\S+ )+server\/main\.ts$/);
  expect(textOf('Dockerfile')).toContain(`ENV ${settings.trim()}\n`);
  expect(textOf('deploy/studio-rental.service')).toMatch(
    new RegExp(`^Environment=.* ${settings.trim()}$`, 'm'),
  );

  const inContainer = /^CMD (.+)$/m.exec(textOf('Dockerfile'))?.[1] ?? '[]';
  expect((JSON.parse(inContainer) as string[]).join(' ')).toBe(command);
  // An EnvironmentFile wins over Environment=, but not over this.
  const bySystemd =
    /^ExecStart=\/usr\/bin\/env DATA_DIR=\/var\/lib\/studio \/usr\/bin\/(.+)$/m.exec(
      textOf('deploy/studio-rental.service'),
    );
  expect(bySystemd?.[1]).toBe(command);
});

it('uses flags that this Node knows', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: { start: string } };
  const flags = scripts.start.match(/--\S+/g) ?? [];
  expect(flags.length).toBeGreaterThan(0);
  const { status, stderr } = spawnSync(process.execPath, [...flags, '--eval', '0'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

it('takes each variable from the README, .env.example and, where it has a say there, compose', () => {
  const [readme, example, compose] = ['README.md', '.env.example', 'compose.yaml'].map(textOf);
  const named = (text: string | undefined, form: (name: string) => string) =>
    VARIABLES.filter((name) => !text?.includes(form(name)));
  expect(named(readme, (name) => `\`${name}\``)).toEqual([]);
  expect(named(example, (name) => `${name}=`)).toEqual([]);
  // Of the image, of the embedded home, of development, and of a project that needs no container of ours.
  const apart =
    /^(PORT|HOST|DATA_DIR|DEMO_DATA|DATABASE_URL|MAIL_FOLDER|MESSAGES_SECRET|SUPABASE_.*)$/;
  expect(
    named(compose, (name) => `      ${name}: \${${name}:-`).filter((name) => !apart.test(name)),
  ).toEqual([]);
});

it('gives an embedded home in DATA_DIR to a copy of .env.example', () => {
  const settings = parseEnv(textOf('.env.example'));
  expect(settings).not.toHaveProperty('DATA_DIR');
  const env = readEnvironment({ ...settings, DATA_DIR: '/var/lib/studio' });
  expect([env.DATA_DIR, env.DATABASE_URL]).toEqual(['/var/lib/studio', undefined]);
});

it('keeps backups out of git and of images, whatever their names', () => {
  expect(textOf('.gitignore')).toMatch(/^\*\.tar\.gz$/m);
  // In this file a name without a slash means the top folder alone.
  expect(textOf('.dockerignore')).toMatch(/^\*\*\/\*\.tar\.gz$/m);
});
