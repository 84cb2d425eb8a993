/** Serves /shop-api of the shop that fill.js made, and tells its address. */
import { bootstrap } from '@vendure/core';
import { configOf } from './config.js';

const app = await bootstrap(configOf(false));
const { port } = app.getHttpServer().address();
process.stdout.write(`Vendure is ready: http://127.0.0.1:${port}\n`);
