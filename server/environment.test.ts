import { describe, expect, it } from 'vitest';
import { LIMITS } from '#backend';
import { EnvironmentError, limitsOf, readEnvironment } from './environment.ts';

describe('environment', () => {
  it('has a default for everything', () => {
    expect(readEnvironment({})).toMatchObject({
      PORT: 3000,
      HOST: 'localhost',
      LOG_LEVEL: 'info',
      DEMO_DATA: 'on',
      TRUSTED_PROXIES: [],
    });
  });

  it('takes an empty variable as not set', () => {
    expect(readEnvironment({ PORT: '', SUPABASE_URL: ' ' }).PORT).toBe(3000);
  });

  it('reads lists and trims addresses', () => {
    const env = readEnvironment({
      TRUSTED_PROXIES: '10.0.0.1, 2001:db8::/32',
      SUPABASE_URL: 'https://project.example/',
      SUPABASE_ANON_KEY: 'sb_publishable_1',
    });
    expect(env.TRUSTED_PROXIES).toEqual(['10.0.0.1', '2001:db8::/32']);
    const { PUBLIC_HOSTS } = readEnvironment({
      PUBLIC_HOSTS: 'Studio.example, studio.example:443 [2001:db8::1]:3000,192.0.2.1',
    });
    const names = ['studio.example', 'studio.example', '[2001:db8::1]:3000', '192.0.2.1'];
    expect(PUBLIC_HOSTS).toEqual(names);
    expect(env.SUPABASE_URL).toBe('https://project.example');
  });

  it('passes limits to the backend, the usual ones where none is set', () => {
    expect(limitsOf(readEnvironment({}))).toEqual(LIMITS);
    const env = readEnvironment({ LIMIT_REQUESTS: '60', SESSION_MAX_HOURS: '12' });
    expect(limitsOf(env)).toEqual({ ...LIMITS, requests: 60, sessionHours: 12 });
  });

  it.each([
    [{ PORT: 'http' }, /^PORT must be a port number/],
    [{ PORT: '70000' }, /^PORT must be a port number/],
    [{ PORT: '3000.5' }, /^PORT must be a port number/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be debug/],
    [{ BACK_OFFICE_APP: 'no' }, /^BACK_OFFICE_APP must be on or off/],
    [{ PUSH_SERVICES: 'https://push.example.test/x' }, /^PUSH_SERVICES must be addresses such as/],
    [{ DEMO_DATA: 'yes' }, /^DEMO_DATA must be on or off/],
    [{ TRUSTED_PROXIES: 'localhost' }, /^TRUSTED_PROXIES must be IP addresses/],
    [{ PUBLIC_HOSTS: 'https://studio.example' }, /^PUBLIC_HOSTS must be host names/],
    [{ PUBLIC_HOSTS: 'studio.example/' }, /^PUBLIC_HOSTS must be host names/],
    [{ PUBLIC_HOSTS: '*.studio.example, a:99999' }, /^PUBLIC_HOSTS must be host names/],
    [{ LIMIT_PAGES: '0' }, /^LIMIT_PAGES must be a whole number/],
    [{ DATABASE_URL: '' }, /^DATABASE_URL is set but empty: /],
    [{ DATABASE_URL: ' ', SUPABASE_URL: 'https://x.example' }, /^DATABASE_URL is set but empty: /],
    [{ DATABASE_URL: 'mysql://x/y' }, /^DATABASE_URL must look like/],
    [{ JWT_SECRET: 'short' }, /^JWT_SECRET must be at least 32 bytes/],
    [{ LIMIT_REQUESTS: '0' }, /^LIMIT_REQUESTS must be a whole number/],
    [{ LIMIT_SIGN_INS: 'ten' }, /^LIMIT_SIGN_INS must be a whole number/],
    [{ SESSION_IDLE_HOURS: '1.5' }, /^SESSION_IDLE_HOURS must be a whole number/],
    [{ SUPABASE_URL: 'ftp://x' }, /^SUPABASE_URL must be an http/],
    [{ SUPABASE_URL: 'https://x.example' }, /^SUPABASE_ANON_KEY is needed/],
    [{ SUPABASE_ANON_KEY: 'key' }, /^SUPABASE_URL is needed/],
    [
      {
        SUPABASE_URL: 'https://x.example',
        SUPABASE_ANON_KEY: 'key',
        DATABASE_URL: 'postgres://u:p@h/d',
      },
      /^DATABASE_URL and SUPABASE_URL name two homes/,
    ],
    [{ S3_ENDPOINT: 'minio:9000' }, /^S3_ENDPOINT must be an http/],
    [{ S3_ENDPOINT: 'http://minio:9000', S3_BUCKET: 'b' }, /^S3_ACCESS_KEY_ID is needed too/],
    [{ SMTP_URL: 'mail.studio.test' }, /^SMTP_URL must look like smtp:/],
    [{ SMTP_URL: 'http://mail.studio.test' }, /^SMTP_URL must look like smtp:/],
    [{ SMTP_URL: 'smtp://user@mail.studio.test' }, /^SMTP_URL must look like smtp:/],
    [{ SMTP_URL: 'smtp://user:a#b@mail.studio.test' }, /^SMTP_URL must look like smtp:/],
    [{ SMTP_URL: 'smtp://user:%E0%A4%A@mail.studio.test' }, /^SMTP_URL must look like smtp:/],
    [{ SMTP_URL: 'smtp://mail.studio.test', MAIL_FOLDER: 'mail' }, /^MAIL_FOLDER and SMTP_URL/],
    [{ MESSAGES_SECRET: 'short', SUPABASE_URL: 'https://x.example' }, /^MESSAGES_SECRET must be/],
    [{ MESSAGES_SECRET: '0'.repeat(64) }, /^MESSAGES_SECRET is for a Supabase project/],
    [{ CHAT_SCRIPT_URL: 'chat.js' }, /^CHAT_SCRIPT_URL must be an http/],
    [{ OPS_ADMIN_EMAIL: 'owner' }, /^OPS_ADMIN_EMAIL must be an e-mail/],
    [{ OPS_ADMIN_PASSWORD: 'long-enough-1' }, /^OPS_ADMIN_EMAIL is needed/],
    [{ OPS_ADMIN_EMAIL: 'a@b.co', OPS_ADMIN_PASSWORD: 'short' }, /^OPS_ADMIN_PASSWORD must have/],
  ])('names the variable that is wrong: %o', (variables, message) => {
    expect(() => readEnvironment(variables)).toThrow(EnvironmentError);
    expect(() => readEnvironment(variables)).toThrow(message);
  });

  it('reads the address of a mail server', () => {
    const smtp = (url: string) => readEnvironment({ SMTP_URL: url }).SMTP_URL;
    expect(smtp('smtp://user%40studio.test:p%40ss%2F%23@mail.studio.test')).toEqual({
      host: 'mail.studio.test',
      port: 587,
      isSecure: false,
      login: { user: 'user@studio.test', pass: 'p@ss/#' },
    });
    expect(smtp('smtps://[2001:db8::1]/')).toEqual({
      host: '2001:db8::1',
      port: 465,
      isSecure: true,
      login: null,
    });
    expect(readEnvironment({}).SMTP_URL ?? null).toBeNull();
  });

  it('never repeats a secret', () => {
    expect(() => readEnvironment({ SMTP_URL: 'smtp://user:hunter2@' })).not.toThrow(/hunter2/);
    expect(() => readEnvironment({ JWT_SECRET: 'hunter2' })).not.toThrow(/hunter2/);
  });
});
