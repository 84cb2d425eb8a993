import type { SmtpAddress } from './mail-server.ts';

const PORTS = { 'smtp:': 587, 'smtps:': 465 };

/** Reads `SMTP_URL`: `smtp://` or `smtps://`, `user:password@` with escapes, host, port. Null for any other form. */
export function smtpAddress(text: string): SmtpAddress | null {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:')) return null;
  const { protocol, hostname, username, password, pathname, search, hash } = url;
  // why: a forgotten escape in a password leaves parts of it here.
  const hasRest = !/^\/?$/.test(pathname) || search !== '' || hash !== '';
  if (!hostname || hasRest || (username === '') !== (password === '')) return null;
  try {
    return {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port || PORTS[protocol]),
      isSecure: protocol === 'smtps:',
      login: username
        ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
        : null,
    };
  } catch {
    return null;
  }
}
