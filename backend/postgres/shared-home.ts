import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { basename, join } from 'node:path';
import { canEnter, makePrivate, readIfThere, takeLock, type RunAs } from './processes.ts';
import { StartError } from './start-error.ts';

/**
 * Folder for databases and PostgreSQL's programs when PostgreSQL's user cannot enter the data
 * folder.
 */
export const SHARED = '/var/lib/studio-rental';

/** File in a data folder that names its home in SHARED. */
const POINTER = 'home';
/** File in such a home that names the data folder it belongs to. */
const MARK = 'owner.json';

/** Identity of a data folder: its path, and an id that survives a rename but differs in a copy. */
type Mark = { folder: string; id: string };

const markOf = (folder: string): Mark => {
  const { dev, ino, birthtimeNs } = fs.statSync(folder, { bigint: true });
  return { folder, id: `${dev}:${ino}:${birthtimeNs}` };
};

/**
 * The home (cluster, socket and log) of a data folder; it need not exist yet.
 * @param dataDir its real path
 * @throws StartError when the pointer holds an invalid name.
 */
export function homeOf(dataDir: string): { home: string; isShared: boolean } {
  const pointer = join(dataDir, POINTER);
  const name = readIfThere(pointer)?.trim();
  if (!name) return { home: join(dataDir, 'postgres'), isShared: false };
  if (!/^[\da-f]{16}$/.test(name)) throw new StartError(`${pointer} does not name a database.`);
  return { home: join(SHARED, name), isShared: true };
}

/**
 * Why a data folder may not use the home it points to, or null. A folder renamed on its disk keeps
 * its home; a copy of it does not get it. A home without a mark accepts any folder.
 */
export function foreignOwner(dataDir: string): string | null {
  const { home, isShared } = homeOf(dataDir);
  const saved = isShared ? readIfThere(join(home, MARK)) : null;
  if (saved === null) return null;
  const mark = JSON.parse(saved) as Mark;
  if (mark.folder === dataDir || mark.id === markOf(dataDir).id) return null;
  const isGone = !fs.existsSync(join(mark.folder, POINTER));
  return isGone
    ? `The database in ${home} belongs to ${mark.folder}, which is not there. If ${dataDir} is that ` +
        `folder, moved here from another disk, remove ${join(home, MARK)} and start again.`
    : `${dataDir} is a copy of ${mark.folder}, and the database in ${home} belongs to that one. ` +
        'For a copy of the data use npm run backup there and npm run restore here; for an empty ' +
        'studio here, npm run db:reset, which leaves that database alone.';
}

/**
 * Locks the home for this process, on top of the lock of the data folder.
 * @returns Releases it.
 * @throws StartError when it belongs to another data folder, or another process holds it.
 */
export function lockHome(dataDir: string, inUse: (pid: string) => string): () => void {
  const { home, isShared } = homeOf(dataDir);
  if (!isShared) return () => {};
  refuseForeign(dataDir);
  const unlock = takeLock(join(home, 'lock'), inUse);
  try {
    // why: an unmarked home may have been claimed between the check and the lock.
    refuseForeign(dataDir);
    const file = join(home, MARK);
    fs.writeFileSync(`${file}.new`, JSON.stringify(markOf(dataDir)), { mode: 0o600 });
    fs.renameSync(`${file}.new`, file);
    return unlock;
  } catch (error) {
    unlock();
    throw error;
  }
}

function refuseForeign(dataDir: string): void {
  const refusal = foreignOwner(dataDir);
  if (refusal !== null) throw new StartError(refusal);
}

/**
 * Creates the home if needed: in the data folder, or in SHARED when `user` cannot enter it.
 * @throws StartError when the home in SHARED is missing.
 */
export function makeHome(dataDir: string, user: RunAs): { home: string; isNew: boolean } {
  const { home, isShared } = homeOf(dataDir);
  if (isShared) {
    if (fs.existsSync(home)) return { home, isNew: false };
    throw new StartError(
      `The database of ${dataDir} was kept in ${home}, which is not there: ` +
        `bring it back, or remove ${join(dataDir, POINTER)} to start with an empty one.`,
    );
  }
  if (fs.existsSync(join(home, 'data'))) return { home, isNew: false };
  makePrivate(home, user);
  if (canEnter(home, user)) return { home, isNew: false };
  fs.rmSync(home, { recursive: true });
  const elsewhere = join(SHARED, randomBytes(8).toString('hex'));
  fs.mkdirSync(SHARED, { recursive: true });
  fs.chmodSync(SHARED, 0o755);
  makePrivate(elsewhere, user);
  fs.writeFileSync(join(dataDir, POINTER), `${basename(elsewhere)}\n`);
  return { home: elsewhere, isNew: true };
}
