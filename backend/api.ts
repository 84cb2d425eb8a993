/** The second front door of backend/ (see index.ts): the Supabase-compatible API and its accounts. */
export { createUser } from './auth/users.ts';
export type { GatewayEnv } from './core/gateway-env.ts';
export { loadKeys } from './core/keys.ts';
export { createFunctions } from './functions/functions.ts';
export { createGateway } from './gateway.ts';
export { createRealtime, type Realtime } from './realtime/realtime.ts';
export type { ReadCache } from './rest/rest.ts';
export { createDiskStore } from './storage/disk-store.ts';
export { createS3Store, type S3Bucket } from './storage/s3-store.ts';
