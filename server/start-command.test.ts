import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const textOf = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

it('is started with the same flags by npm, in a container and by systemd', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: { start: string } };
  const command = scripts.start.replace(/^exec /, '');
  expect(command).toMatch(/^node (--\S+ )+server\/main\.ts$/);

  const inContainer = /^CMD (.+)$/m.exec(textOf('Dockerfile'))?.[1] ?? '[]';
  expect((JSON.parse(inContainer) as string[]).join(' ')).toBe(command);
  const bySystemd = /^ExecStart=\/usr\/bin\/(.+)$/m.exec(textOf('deploy/studio-rental.service'));
  expect(bySystemd?.[1]).toBe(command);
});
