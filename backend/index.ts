/**
 * The front door of backend/: the database and what every process needs. The API over it is
 * `#backend/api`, apart, because it takes half a second to load. No other file of backend/ is
 * imported from outside it, except by tests/.
 */
export { isDiskFault } from './core/disk-fault.ts';
export { clientAddress, networkOf, parseProxies } from './core/client-address.ts';
export { createFairQueue, QueueFull } from './core/fair-queue.ts';
export { createBuckets, LIMITS, type Limits } from './core/limits.ts';
export { type Log, type LogLevel, silent } from './core/log.ts';
export { refuseSlowReader, trackAnswer } from './core/unread-answers.ts';
export type { ConnectionOptions, Sql } from './postgres/connection.ts';
export { connectionFromUrl, type Database, openDatabase, openPool } from './postgres/database.ts';
export { attachEmbedded, databaseFolder, type EmbeddedServer } from './postgres/embedded.ts';
export { removeEmbedded, startEmbedded, writableFolder } from './postgres/embedded.ts';
export { migrate, migrationFiles, migrationState, todaysVersion } from './postgres/migrate.ts';
export { readChecksums } from './postgres/migrate.ts';
export type { Migrations } from './postgres/migrate.ts';
export { PLATFORM } from './postgres/platform.ts';
export { refusePooler } from './postgres/pooler.ts';
export { poolLoad, type PoolLoad } from './postgres/lanes.ts';
export { StartError, toStartError } from './postgres/start-error.ts';
export { putBack, removedObjects, type RemovedObject, sweepRemoved } from './storage/removed.ts';
export { OBJECT_KEY, type ObjectStore, WHOLE } from './storage/store.ts';
