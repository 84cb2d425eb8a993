import { once } from 'node:events';
import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Attempt } from './delivery.ts';
import { type SmtpError, smtpAttempt } from './smtp-outcome.ts';

/** Where e-mails are handed over. */
export interface SmtpAddress {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS. */
  isSecure: boolean;
  login: { user: string; pass: string } | null;
}

/** An e-mail as bytes. */
export interface RawMail {
  from: string;
  to: string;
  bytes: Buffer;
}

/** Waiting times (ms). All of an attempt ends well before the message's lease of five minutes. */
const WAITS = { connect: 10_000, greeting: 10_000, silence: 60_000, whole: 150_000, idle: 10_000 };

const MOST_MAILS_OF_A_CONNECTION = 100;

interface Session {
  connection: SMTPConnection;
  sent: number;
  closing: NodeJS.Timeout | undefined;
}

/** Hands e-mails to a mail server. */
export interface MailServer {
  /** Never rejects. When the signal aborts, the connection is cut. */
  send(mail: RawMail, signal: AbortSignal): Promise<Attempt>;
  /** Closes idle connections. */
  close(): void;
}

/**
 * Opens connections to a mail server as they are needed, and uses each for several e-mails.
 * why not nodemailer's pool: it tells neither whether the end of a message was sent, nor can it cut one connection.
 */
export function createMailServer(
  address: SmtpAddress,
  changes: Partial<typeof WAITS> = {},
): MailServer {
  const waits = { ...WAITS, ...changes };
  const idle: Session[] = [];

  const take = () => {
    const session = idle.pop();
    clearTimeout(session?.closing);
    return session;
  };
  const keep = (session: Session) => {
    session.sent += 1;
    if (session.sent >= MOST_MAILS_OF_A_CONNECTION) return session.connection.quit();
    session.closing = setTimeout(() => {
      idle.splice(idle.indexOf(session), 1);
      session.connection.quit();
    }, waits.idle).unref();
    idle.push(session);
  };
  const open = async (signal: AbortSignal): Promise<Session> => {
    const connection = await connect(address, waits, signal);
    const session: Session = { connection, sent: 0, closing: undefined };
    const forget = () => {
      clearTimeout(session.closing);
      const place = idle.indexOf(session);
      if (place >= 0) idle.splice(place, 1);
    };
    connection.on('error', forget);
    connection.once('end', forget);
    return session;
  };
  const attempt = async (mail: RawMail, signal: AbortSignal): Promise<Attempt> => {
    const known = take();
    let isHandedOver = false;
    try {
      const session = known ?? (await open(signal));
      await transmit(session.connection, mail, signal, () => (isHandedOver = true));
      keep(session);
      return { outcome: { result: 'sent' } };
    } catch (thrown) {
      const error = thrown as SmtpError; // why: everything above rejects with errors of nodemailer
      known?.connection.close();
      // The server has closed a connection that it found idle for too long, or used enough.
      const isStale = known && !isHandedOver && [undefined, 421].includes(error.responseCode);
      if (isStale && !signal.aborted) return attempt(mail, signal);
      return smtpAttempt(error, isHandedOver);
    }
  };
  return {
    send: async (mail, signal) => {
      const late = AbortSignal.timeout(waits.whole);
      return attempt(mail, AbortSignal.any([signal, late]));
    },
    close: () => {
      for (let session = take(); session; session = take()) session.connection.close();
    },
  };
}

/** Rejects when the signal aborts. */
const abortOf = async (signal: AbortSignal): Promise<never> => {
  if (!signal.aborted) await once(signal, 'abort');
  throw Object.assign(new Error('Interrupted before the mail server answered'), { code: 'EABORT' });
};

/** Connects and logs in. @throws SmtpError */
async function connect(
  { host, port, isSecure, login }: SmtpAddress,
  waits: typeof WAITS,
  signal: AbortSignal,
): Promise<SMTPConnection> {
  const connection = new SMTPConnection({
    host,
    port,
    secure: isSecure,
    // why: a password is never sent in the clear over a network.
    requireTLS: login !== null && !isLocal(host),
    connectionTimeout: waits.connect,
    dnsTimeout: waits.connect,
    greetingTimeout: waits.greeting,
    socketTimeout: waits.silence,
    socketCloseTimeout: 1000,
  });
  const failed = new Promise<never>((_, reject) => connection.once('error', reject));
  const ready = new Promise<void>((resolve, reject) => {
    connection.connect((error) => {
      if (error) return reject(error);
      if (!login) return resolve();
      connection.login(login, (refused) => (refused ? reject(refused) : resolve()));
    });
  });
  try {
    await Promise.race([ready, failed, abortOf(signal)]);
    return connection;
  } catch (error) {
    connection.on('error', () => {});
    connection.close();
    throw error;
  }
}

const isLocal = (host: string) => /^(localhost|127(\.\d+){3}|::1)$/.test(host);

/**
 * Sends one e-mail on a connection, which is of no more use when this fails.
 * @param onHandedOver called just before the end of the message is sent
 * @throws SmtpError
 */
async function transmit(
  connection: SMTPConnection,
  { from, to, bytes }: RawMail,
  signal: AbortSignal,
  onHandedOver: () => void,
): Promise<void> {
  const body = Readable.from([bytes], { objectMode: false });
  body.once('end', onHandedOver);
  const accepted = new Promise<void>((resolve, reject) => {
    connection.send({ from, to: [to], size: bytes.length }, body, (error) =>
      error ? reject(error) : resolve(),
    );
  });
  try {
    await Promise.race([accepted, abortOf(signal)]);
  } catch (error) {
    connection.close();
    throw error;
  }
}
