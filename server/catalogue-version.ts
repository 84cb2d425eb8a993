import { setTimeout as wait } from 'node:timers/promises';
import { type ConnectionOptions, openPool, type Sql } from '#backend';

const CHANNEL = 'catalogue_changed';

/** Time after the last proof during which no change can have been missed (ms). */
const PROOF_VALID_MS = 800;
/** Age of the last proof from which a new one is requested (ms). */
const RENEW_AFTER_MS = 300;
/** Maximum wait for a proof (ms). */
const PROOF_TIMEOUT_MS = 200;

/** The version of the catalogue as one process knows it. */
export interface CatalogueVersion {
  /**
   * Changes after every change of what visitors see, usually at once and within a second at most.
   * Null while changes may have been missed: cached data may then be stale and must not be used.
   */
  current: () => Promise<number | null>;
  close: () => Promise<void>;
}

/**
 * Subscribes to catalogue changes in this database, made by any process, on a dedicated connection.
 * Notifications arrive in order, so receiving our own proves that all earlier ones were received.
 * why: a lost connection may be noticed only after minutes, or never.
 * @param owner sends those notifications
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
  let proof = { at: -Infinity, ...Promise.withResolvers<void>() };

  const bump = (listening: boolean) => {
    isListening = listening;
    version += 1;
  };
  const onLost = () => {
    bump(false);
    proof.resolve();
  };
  const onNotice = (payload: string) => {
    const [who, sentAt] = payload.split(' ');
    if (payload === '') bump(true);
    if (who !== self) return;
    provenAt = Number(sentAt);
    proof.resolve();
  };
  const requestProof = (at: number) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    proof = { at, promise, resolve, reject };
    owner.notify(CHANNEL, `${self} ${at}`).catch(() => resolve());
  };
  const listener = openPool(target, { max: 1, name: 'studio-catalogue', onLost });
  await listener.listen(CHANNEL, onNotice, () => bump(true));

  return {
    current: async () => {
      if (!isListening) return null;
      const now = performance.now();
      if (now - provenAt > RENEW_AFTER_MS && now - proof.at > PROOF_TIMEOUT_MS) requestProof(now);
      if (now - provenAt > PROOF_VALID_MS) {
        await Promise.race([proof.promise, wait(PROOF_TIMEOUT_MS, null, { ref: false })]);
      }
      return isListening && performance.now() - provenAt < PROOF_VALID_MS + PROOF_TIMEOUT_MS
        ? version
        : null;
    },
    close: () => listener.end({ timeout: 2 }),
  };
}
