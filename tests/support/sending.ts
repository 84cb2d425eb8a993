import { afterAll, beforeAll } from 'vitest';
import { renderMail } from '#app/render-mail.ts';
import type { Log } from '#backend/core/log.ts';
import type { ConnectionOptions } from '#backend/postgres/connection.ts';
import type { Database } from '#backend/postgres/database.ts';
import { createPdfPrinter } from '#server/documents/pdf-printer.ts';
import { createPrint } from '#server/documents/print-document.ts';
import { createMessages, type Messages } from '#server/messages/messages.ts';
import { createDatabaseOutbox, type Outbox } from '#server/messages/outbox.ts';
import { smtpAddress } from '#server/messages/smtp-address.ts';
import { startMailServer, type MailServerOfTest } from './mail-server.ts';

/** The address of the site in a test's e-mails. */
export const SITE = 'https://studio.test';

interface Sending {
  mailServer: MailServerOfTest;
  /** Lines of the log. */
  said: string[];
  /** Starts to send as a process of the site does. */
  start(changes?: Partial<Parameters<typeof createMessages>[0]>): Messages;
  /** Stops all that was started. */
  stopAll(): Promise<void>;
}

/** Messages of a test's database, to a mail server of the test's own. Call it at the top of the file. */
export function useSending(
  home: () => { db: Database; owner: ConnectionOptions },
  options: Parameters<typeof startMailServer>[0] = {},
): Sending {
  const said: string[] = [];
  const started: Messages[] = [];
  const servers: MailServerOfTest[] = [];
  const printer = createPdfPrinter();
  const log: Log = (...line) => said.push(JSON.stringify(line));
  const stopAll = async () => {
    await Promise.all(started.splice(0).map((messages) => messages.stop()));
  };
  beforeAll(async () => {
    servers.push(await startMailServer(options));
  });
  afterAll(async () => {
    await stopAll();
    await Promise.all(servers.map((server) => server.stop()));
    await printer.close();
  });
  return {
    said,
    get mailServer() {
      const [server] = servers;
      if (!server) throw new Error('The mail server is there inside of tests and hooks only.');
      return server;
    },
    start(changes = {}) {
      const { db, owner } = home();
      const outbox: Outbox = createDatabaseOutbox(owner, db.owner);
      const messages = createMessages({
        outbox,
        smtp: smtpAddress(this.mailServer.url),
        folder: null,
        pushServices: null,
        render: async (...message) => renderMail(...message),
        print: createPrint(printer, async () => null),
        settings: async () => ({}),
        log,
        ...changes,
      });
      messages.start(SITE);
      started.push(messages);
      return messages;
    },
    stopAll,
  };
}
