import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** PostgreSQL's log in the embedded home of a data folder. */
export function postgresLogOf(dataDir: string): string {
  const pointer = join(dataDir, 'home');
  const folder = existsSync(pointer)
    ? join('/var/lib/studio-rental', readFileSync(pointer, 'utf8').trim())
    : join(dataDir, 'postgres');
  return join(folder, 'postgres.log');
}

/** Patterns of personal data and secrets that must not appear in any log. */
const PERSONAL: Record<string, RegExp> = {
  'a mobile number': /(?<![\w.-])(?:\+?91[\s-]?)?[6-9]\d{4}[\s-]?\d{5}(?![\w-])/,
  'an e-mail address': /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/,
  'a token':
    /(?<![\da-f])[\da-f]{64}(?![\da-f])|\beyJ[\w-]{8,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.\d+\.[\w-]{20,}|\bBearer \S{16,}/,
  'a password': /\$2[aby]\$\d\d\$|"password"/i,
  'a body or a row':
    /(?<!"channel":)"(?:first_name|last_name|mobile|email|idempotency_key|refresh_token)"|\b(?:Key \(|Failing row contains|DETAIL:|PARAMETERS?:|STATEMENT:)/i,
};

/** Log lines with personal data or secrets, each with the kind. */
export function leaksIn(log: string): string[] {
  return log.split('\n').flatMap((line) =>
    Object.entries(PERSONAL)
      .filter(([, pattern]) => pattern.test(line))
      .map(([what]) => `${what}: ${line.slice(0, 300)}`),
  );
}
