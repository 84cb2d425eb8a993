/** Makes the shop from products.csv in its folder, tells when all products are indexed, and waits. */
import { join } from 'node:path';
import { bootstrap, JobQueueService, LanguageCode, TransactionalConnection } from '@vendure/core';
import { populate } from '@vendure/core/cli/index.js';
import { configOf } from './config.js';

/** What a shop has before its products. */
const basis = {
  defaultLanguage: LanguageCode.en,
  defaultZone: 'Asia',
  countries: [{ name: 'India', code: 'IN', zone: 'Asia' }],
  taxRates: [{ name: 'Standard Tax', percentage: 18 }],
  shippingMethods: [{ name: 'Standard', price: 0 }],
  paymentMethods: [],
  collections: [],
  roles: [],
};

async function start() {
  const app = await bootstrap(configOf(true));
  await app.get(JobQueueService).start();
  return app;
}

/** Whether jobs, such as the indexing of a product, are still to be done. */
async function isBusy(app) {
  const { rawConnection } = app.get(TransactionalConnection);
  const open = await rawConnection.query(
    `select 1 from job_record where state in ('PENDING', 'RUNNING', 'RETRYING') limit 1`,
  );
  return open.length > 0;
}

const app = await populate(start, basis, join(process.env.VENDURE_DATA, 'products.csv'));
while (await isBusy(app)) await new Promise((resolve) => setTimeout(resolve, 200));
await app.close();
process.stdout.write('Vendure is ready: filled\n');
setInterval(() => {}, 1000);
