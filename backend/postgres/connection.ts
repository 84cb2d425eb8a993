/** A postgres.js pool, or one transaction of it (`TransactionSql`). */
export type { Sql } from 'postgres';

/** `verify` checks the certificate and the host name, against the CA file `ca` or Node's CAs. */
export type Encryption = { verify: boolean; ca?: string };

/** Address and login of a PostgreSQL. `host` is a name, or the absolute folder of a Unix socket. */
export type ConnectionOptions = Record<'host' | 'database' | 'username' | 'password', string> & {
  port: number;
  /** Absent = no encryption. */
  ssl?: Encryption;
};
