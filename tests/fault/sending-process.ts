import { connectionFromUrl, openPool, silent } from '#backend';
import { createEmailSender } from '#server/messages/email-sender.ts';
import { createMailServer } from '#server/messages/mail-server.ts';
import { createDatabaseOutbox } from '#server/messages/outbox.ts';
import { startWorker } from '#server/messages/worker.ts';
import type { BuiltApp } from '#server/render-page.ts';

/** The argument of a process that sends e-mails. */
export interface SendingGiven {
  /** The database, as in DATABASE_URL. */
  database: string;
  /** Port of the mail server. */
  port: number;
  lanes: number;
}

const BUILT = '../../dist/server/server.js';

/** Sends e-mails as the site does, until it is killed. Only its patience with a silent server is shorter. */
async function sendAll({ database, port, lanes }: SendingGiven): Promise<void> {
  process.env['NODE_ENV'] = 'production';
  // why the cast: the built app has no types.
  const { default: app } = (await import(BUILT)) as { default: BuiltApp };
  const target = connectionFromUrl(database);
  const outbox = createDatabaseOutbox(target, openPool(target, { max: 5, name: 'sending' }));
  const address = { host: '127.0.0.1', port, isSecure: false, login: null };
  const server = createMailServer(address, { silence: 1500 });
  const deliver = createEmailSender({
    render: app.renderMail,
    print: async () => {
      throw new Error('No e-mail of this test brings a file.');
    },
    settings: async () => ({ studio: { email: 'desk@frameyard.test' } }),
    origin: 'https://studio.test',
    to: { server },
    log: silent,
  });
  const worker = startWorker({
    channel: 'email',
    outbox,
    deliver,
    host: 'studio.test',
    lanes,
    onAttempt: () => {},
    log: silent,
  });
  await outbox.follow?.(() => worker.wake());
}

await sendAll(JSON.parse(process.argv[2] ?? '') as SendingGiven);
