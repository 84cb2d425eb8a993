import { setTimeout as wait } from 'node:timers/promises';
import { type ConnectionOptions, openPool, type Sql } from '#backend';

const CHANNEL = 'catalogue_changed';

/** How long it is certain that every change is heard, after the last proof (ms). */
const CERTAIN = 800;
/** Age of the last proof from which the next is asked for, while the version is (ms). */
const ASK_AGAIN = 300;
/** Longest that a proof is waited for (ms). */
const PATIENCE = 200;

/** The catalogue's version in one process. */
export interface CatalogueVersion {
  /**
   * Another number after every change of what visitors see, within a second at most and usually at
   * once. Null when that cannot be said for certain: what was kept may be old, and may not be given.
   */
  current: () => Promise<number | null>;
  close: () => Promise<void>;
}

/**
 * Follows the changes of the catalogue in this database, whoever makes them, by a connection of its
 * own. Notifications come in order, so a word sent to ourselves that comes back proves that all
 * before it were heard.
 * why: a network may say after minutes that a connection is lost, or never.
 * @param owner sends those words
 * @throws when the database cannot be reached.
 */
export async function followCatalogue(
  target: ConnectionOptions,
  owner: Sql,
): Promise<CatalogueVersion> {
  const self = crypto.randomUUID();
  let version = 0;
  let isListening = false;
  let provenAt = -Infinity;
  let asked = { at: -Infinity, ...Promise.withResolvers<void>() };

  const change = (isHeard: boolean) => {
    isListening = isHeard;
    version += 1;
  };
  const onLost = () => {
    change(false);
    asked.resolve();
  };
  const onNotice = (payload: string) => {
    const [who, sentAt] = payload.split(' ');
    if (payload === '') change(true);
    if (who !== self) return;
    provenAt = Number(sentAt);
    asked.resolve();
  };
  const ask = (at: number) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    asked = { at, promise, resolve, reject };
    owner.notify(CHANNEL, `${self} ${at}`).catch(() => resolve());
  };
  const listener = openPool(target, { max: 1, name: 'studio-catalogue', onLost });
  await listener.listen(CHANNEL, onNotice, () => change(true));

  return {
    current: async () => {
      if (!isListening) return null;
      const now = performance.now();
      if (now - provenAt > ASK_AGAIN && now - asked.at > PATIENCE) ask(now);
      if (now - provenAt > CERTAIN) {
        await Promise.race([asked.promise, wait(PATIENCE, null, { ref: false })]);
      }
      return isListening && performance.now() - provenAt < CERTAIN + PATIENCE ? version : null;
    },
    close: () => listener.end({ timeout: 2 }),
  };
}
