import { spawnSync } from 'node:child_process';

/**
 * Installs the first of these Debian packages that there is.
 * @returns Whether one was installed; false on machines without apt-get, and for users but root.
 */
export function installPackage(...names: string[]): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  return apt('update', '-qq') && names.some((name) => apt('install', '-y', '-qq', name));
}
