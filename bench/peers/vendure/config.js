import { join } from 'node:path';
import {
  DefaultJobQueuePlugin,
  DefaultLogger,
  DefaultSearchPlugin,
  dummyPaymentHandler,
  LogLevel,
} from '@vendure/core';

const { VENDURE_DATA: folder, VENDURE_PASSWORD: password } = process.env;

/** Vendure's shop on SQLite in the folder of VENDURE_DATA; `synchronize` makes its tables. */
export const configOf = (synchronize) => ({
  apiOptions: {
    port: 0,
    hostname: '127.0.0.1',
    adminApiPath: 'admin-api',
    shopApiPath: 'shop-api',
  },
  authOptions: {
    tokenMethod: ['bearer'],
    // why: Vendure refuses to serve with its default credentials.
    superadminCredentials: { identifier: 'peer-admin', password },
    cookieOptions: { secret: password },
  },
  dbConnectionOptions: {
    type: 'better-sqlite3',
    database: join(folder, 'vendure.sqlite'),
    synchronize,
    // why: a shop that is thrown away need not survive a power cut, and is filled much sooner.
    prepareDatabase: (database) => database.pragma('synchronous = off'),
    logging: false,
  },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  customFields: {},
  logger: new DefaultLogger({ level: LogLevel.Warn }),
  plugins: [
    DefaultJobQueuePlugin.init({ pollInterval: 20, concurrency: 25 }),
    DefaultSearchPlugin.init({ bufferUpdates: false, indexStockStatus: false }),
  ],
});
