import type { Log } from '#backend';
import type { SiteSettings } from '#domain/settings/site.ts';
import type { Channel } from './delivery.ts';
import type { PrintDocument } from '../documents/print-document.ts';
import { createEmailSender, type RenderMail } from './email-sender.ts';
import { createMailFolder, type MailFolder } from './mail-folder.ts';
import { createMailServer, type MailServer, type SmtpAddress } from './mail-server.ts';
import type { Outbox } from './outbox.ts';
import { createPushSender, newPushKeys, type PushDelivery } from './push-sender.ts';
import { startWorker, type Worker } from './worker.ts';

/** E-mails that are sent at the same time. why so few: small mail servers allow few connections of one sender. */
const EMAIL_LANES = 3;

/** Notices that are sent at the same time: a push service that hangs does not hold up the others. */
const PUSH_LANES = 8;

/** Time until the database is asked for the keys of notices again (ms). */
const KEYS_AGAIN_MS = 15_000;

/** Time between two times that the outbox is tended (ms). */
const TEND_MS = 60_000;

/** Attempts since the start, by channel and result. */
export type MessageCounts = ReadonlyMap<Channel, ReadonlyMap<string, number>>;

interface MessagesOptions {
  /** Null in a home without access to the outbox. */
  outbox: Outbox | null;
  /** Null: e-mails wait. */
  smtp: SmtpAddress | null;
  /** Folder for e-mails in place of a mail server; null without one. */
  folder: string | null;
  /** Origins of push services beside those of the known browsers; null sends no notices. */
  pushServices: readonly string[] | null;
  render: RenderMail;
  print: PrintDocument;
  settings: () => Promise<SiteSettings>;
  log: Log;
}

/** The messages that this process sends. */
export interface Messages {
  /** Sent by SMTP, written into a folder, or not taken by this process. */
  email: 'sent' | 'written' | 'waits';
  folder: MailFolder | null;
  counts: MessageCounts;
  /** Number of messages that wait, by channel; null where it cannot be asked. */
  waiting: Outbox['waiting'];
  /**
   * Starts to send.
   * @param origin the site's address, for links
   */
  start(origin: string): void;
  /** Finishes or releases what is in flight, within 3 s. */
  stop(): Promise<void>;
}

/** The messages of a process, which sends none before `start`. */
export function createMessages(options: MessagesOptions): Messages {
  const { outbox, smtp, log } = options;
  const folder = options.folder === null || smtp ? null : createMailFolder(options.folder);
  const server = smtp && createMailServer(smtp);
  const counts = new Map<Channel, Map<string, number>>();
  const workers: Worker[] = [];
  let following: Promise<(() => Promise<void>) | undefined> | undefined;

  const count = (channel: Channel) => (result: string) => {
    const known = counts.get(channel) ?? new Map<string, number>();
    counts.set(channel, known.set(result, (known.get(result) ?? 0) + 1));
  };
  const startEmail = (from: Outbox, origin: string, to: Recipient) => {
    const { render, print, settings } = options;
    const deliver = createEmailSender({ render, print, settings, origin, to, log });
    const host = new URL(origin).hostname;
    workers.push(
      startWorker({
        channel: 'email',
        outbox: from,
        deliver,
        host,
        lanes: EMAIL_LANES,
        onAttempt: count('email'),
        log,
      }),
    );
  };
  let keysTimer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const startPush = async (from: Outbox, origin: string, services: readonly string[]) => {
    try {
      const keys = await from.pushKeys(newPushKeys());
      if (isStopped) return;
      workers.push(
        startWorker<PushDelivery>({
          channel: 'push',
          outbox: from,
          deliver: createPushSender({ keys, services, origin }),
          host: new URL(origin).hostname,
          lanes: PUSH_LANES,
          onAttempt: count('push'),
          log,
        }),
      );
    } catch (error) {
      log('warn', 'Notices are not sent yet', { code: Object(error).code });
      if (isStopped) return;
      keysTimer = setTimeout(() => void startPush(from, origin, services), KEYS_AGAIN_MS).unref();
    }
  };

  let tending: NodeJS.Timeout | undefined;
  const tend = () => {
    outbox?.tend?.().catch((error: unknown) => {
      const code = String(Object(error).code);
      if (!isStopped) log('error', 'Reminders could not be queued', { code });
    });
  };

  return {
    email: (outbox && (server ? 'sent' : folder ? 'written' : 'waits')) || 'waits',
    folder,
    counts,
    waiting: outbox?.waiting ?? null,
    start: (origin) => {
      if (!outbox) return;
      if (server) startEmail(outbox, origin, { server });
      else if (folder) startEmail(outbox, origin, { folder });
      if (options.pushServices) void startPush(outbox, origin, options.pushServices);
      tend();
      tending = setInterval(tend, TEND_MS).unref();
      const wakeAll = () => {
        for (const worker of workers) worker.wake();
      };
      following = outbox.follow?.(wakeAll).catch((error: unknown) => {
        log('warn', 'New messages are found later only', { code: Object(error).code });
        return undefined;
      });
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(keysTimer);
      clearInterval(tending);
      await Promise.all(workers.map((worker) => worker.stop()));
      server?.close();
      const unfollow = await following;
      await unfollow?.();
    },
  };
}

type Recipient = { server: MailServer } | { folder: MailFolder };
