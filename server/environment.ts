import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { type Limits, LIMITS } from '#backend';
import type { S3Bucket } from '#backend/api';
import { smtpAddress } from './messages/smtp-address.ts';

const text = z.string().trim();
const optionalText = text.transform((value) => value || undefined).optional();
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });

const count = (usual: number) => {
  const error = 'must be a whole number from 1 to 1000000';
  return z.coerce.number({ error }).int(error).min(1, error).max(1_000_000, error).default(usual);
};

const isProxy = (entry: string) => {
  const [address = '', bits = '0', ...rest] = entry.split('/');
  return isIP(address) !== 0 && /^\d{1,3}$/.test(bits) && rest.length === 0;
};

const isHost = (entry: string) =>
  !/[/?#@\\*]/.test(entry) && URL.parse(`http://${entry}`)?.host === entry.replace(/:80$/, '');

const SMTP_FORM =
  'must look like smtp://user:password@host:587 or smtps://host:465, with other signs of user and password escaped (@ as %40)';

const S3_PARTS = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

const schema = z
  .object({
    PORT: z.coerce
      .number({ error: 'must be a port number from 0 to 65535' })
      .int('must be a port number from 0 to 65535')
      .min(0, 'must be a port number from 0 to 65535')
      .max(65_535, 'must be a port number from 0 to 65535')
      .default(3000),
    HOST: text.min(1, 'must be an address or host name').default('localhost'),
    DATA_DIR: text.min(1, 'must be a folder').default('.data'),
    LOG_LEVEL: z
      .enum(['debug', 'info', 'warn', 'error'], {
        error: 'must be debug, info, warn or error',
      })
      .default('info'),
    BACK_OFFICE_APP: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
    PUSH_SERVICES: text
      .default('')
      .transform((list) => list.split(/[\s,]+/).filter(Boolean))
      .refine(
        (list) => list.every((entry) => URL.parse(entry)?.origin === entry),
        'must be addresses such as https://push.example.com, by commas',
      ),
    DEMO_DATA: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
    TRUSTED_PROXIES: text
      .default('')
      .transform((list) => list.split(/[\s,]+/).filter(Boolean))
      .refine((list) => list.every(isProxy), 'must be IP addresses or CIDR ranges, by commas'),
    PUBLIC_HOSTS: text
      .toLowerCase()
      .default('')
      .transform((list) => list.split(/[\s,]+/).filter(Boolean))
      .refine((list) => list.every(isHost), 'must be host names, by commas')
      .transform((list) => list.map((host) => host.replace(/:(80|443)$/, ''))),
    DATABASE_URL: optionalText.refine(
      (url) => url === undefined || /^postgres(ql)?:\/\/[^/]+\/.+/.test(url),
      'must look like postgresql://user:password@host:5432/database',
    ),
    JWT_SECRET: optionalText.refine(
      (secret) => secret === undefined || Buffer.byteLength(secret) >= 32,
      'must be at least 32 bytes long',
    ),
    METRICS_TOKEN: optionalText.refine(
      (token) => token === undefined || /^[\x21-\x7e]{16,}$/.test(token),
      'must be at least 16 characters without spaces',
    ),
    SMTP_URL: optionalText
      .refine((url) => url === undefined || smtpAddress(url) !== null, SMTP_FORM)
      .transform((url) => (url === undefined ? null : smtpAddress(url))),
    MAIL_FOLDER: text.transform((folder) => (folder ? resolve(folder) : undefined)).optional(),
    MESSAGES_SECRET: optionalText.refine(
      (secret) => secret === undefined || /^[\da-f]{64}$/.test(secret),
      'must be the 64 characters that the back office has shown',
    ),
    LIMIT_REQUESTS: count(LIMITS.requests),
    LIMIT_PICTURES: count(LIMITS.pictures),
    LIMIT_PAGES: count(600),
    LIMIT_SIGN_INS: count(LIMITS.signInsPerAccount),
    LIMIT_SIGN_INS_ADDRESS: count(LIMITS.signInsPerAddress),
    LIMIT_SIGN_INS_STRANGERS: count(LIMITS.signInsOfStrangers),
    LIMIT_REFRESHES: count(LIMITS.refreshes),
    LIMIT_UPLOADS: count(LIMITS.uploads),
    SESSION_MAX_HOURS: count(LIMITS.sessionHours),
    SESSION_IDLE_HOURS: count(LIMITS.sessionIdleHours),
    S3_ENDPOINT: httpUrl.transform((url) => url.replace(/\/+$/, '')).optional(),
    S3_BUCKET: optionalText,
    S3_REGION: text.min(1, 'must be a region').default('us-east-1'),
    S3_ACCESS_KEY_ID: optionalText,
    S3_SECRET_ACCESS_KEY: optionalText,
    SUPABASE_URL: httpUrl.transform((url) => url.replace(/\/+$/, '')).optional(),
    SUPABASE_ANON_KEY: optionalText,
    CHAT_SCRIPT_URL: httpUrl.optional(),
    OPS_ADMIN_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
    OPS_ADMIN_PASSWORD: z
      .string()
      .min(8, 'must have at least 8 characters')
      .refine((password) => Buffer.byteLength(password) <= 72, 'must be at most 72 bytes long')
      .optional(),
  })
  .superRefine((env, context) => {
    const fail = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    if (env.SUPABASE_URL && env.DATABASE_URL)
      fail('DATABASE_URL', 'and SUPABASE_URL name two homes: set one of them');
    if (env.SUPABASE_URL && !env.SUPABASE_ANON_KEY)
      fail('SUPABASE_ANON_KEY', 'is needed together with SUPABASE_URL');
    if (env.SUPABASE_ANON_KEY && !env.SUPABASE_URL)
      fail('SUPABASE_URL', 'is needed together with SUPABASE_ANON_KEY');
    if (env.MESSAGES_SECRET && !env.SUPABASE_URL)
      fail('MESSAGES_SECRET', 'is for a Supabase project: without SUPABASE_URL nothing needs it');
    if (env.SMTP_URL && env.MAIL_FOLDER)
      fail('MAIL_FOLDER', 'and SMTP_URL name two places for e-mails: set one of them');
    const missing = S3_PARTS.filter((name) => env[name] === undefined);
    const [first] = missing;
    if (first && missing.length < S3_PARTS.length)
      fail(first, `is needed too: ${S3_PARTS.join(', ')} belong together`);
    if (env.OPS_ADMIN_PASSWORD && !env.OPS_ADMIN_EMAIL)
      fail('OPS_ADMIN_EMAIL', 'is needed together with OPS_ADMIN_PASSWORD');
  });

/** The process's configuration, read once at start-up. */
export type Environment = Readonly<z.infer<typeof schema>>;

/** An invalid environment variable. The message is one line that names it. */
export class EnvironmentError extends Error {}

/**
 * Parses the environment. An empty variable counts as unset, except DATABASE_URL: a lost address
 * must not start an empty studio.
 * @throws {EnvironmentError} with one line for the first invalid value; never shows a secret.
 */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  if (variables['DATABASE_URL'] !== undefined && !given['DATABASE_URL']) {
    throw new EnvironmentError(
      'DATABASE_URL is set but empty: give it an address, or unset it (take its line out of .env) ' +
        'to keep the data under DATA_DIR.',
    );
  }
  const result = schema.safeParse(given);
  if (result.success) return { ...result.data, DATA_DIR: resolve(result.data.DATA_DIR) };
  const issue = result.error.issues[0];
  throw new EnvironmentError(`${issue?.path.join('.') ?? 'The environment'} ${issue?.message}.`);
}

/** The backend's limits from the environment. */
export const limitsOf = (env: Environment): Limits => ({
  requests: env.LIMIT_REQUESTS,
  pictures: env.LIMIT_PICTURES,
  signInsPerAccount: env.LIMIT_SIGN_INS,
  signInsPerAddress: env.LIMIT_SIGN_INS_ADDRESS,
  signInsOfStrangers: env.LIMIT_SIGN_INS_STRANGERS,
  refreshes: env.LIMIT_REFRESHES,
  uploads: env.LIMIT_UPLOADS,
  sessionHours: env.SESSION_MAX_HOURS,
  sessionIdleHours: env.SESSION_IDLE_HOURS,
});

/** The S3 bucket for pictures, or null when they are stored on disk. */
export function s3Of(env: Environment): S3Bucket | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null;
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: env.S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}

/** The names of all variables. */
export const VARIABLES: readonly string[] = Object.keys(schema.shape);

const ENV_FILE = join(import.meta.dirname, '../.env');

/** Loads unset variables from `.env`. */
export function loadEnvFile(): void {
  if (existsSync(ENV_FILE)) process.loadEnvFile(ENV_FILE);
}

/**
 * The environment of this process, with `.env` for unset variables.
 * @throws {EnvironmentError} as {@link readEnvironment} does.
 */
export function processEnvironment(): Environment {
  loadEnvFile();
  return readEnvironment(process.env);
}
