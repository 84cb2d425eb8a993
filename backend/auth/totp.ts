import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** A new secret with the ways to hand it to an authenticator app, named as GoTrue answers them. */
export type NewTotp = { secret: string; uri: string; qr_code: string };

// Six digits of HMAC-SHA-1 each 30 s, the only ones that all authenticator apps know (RFC 6238).
const totpOf = (secret: string | Secret, issuer = '', label = '') =>
  new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: 6, period: 30 });

/** Makes a secret of 160 random bits (RFC 4226 §4). The QR code is an SVG of the URI. */
export function newTotp(issuer: string, account: string): NewTotp {
  const totp = totpOf(new Secret({ size: 20 }), issuer, account);
  const uri = totp.toString();
  return { secret: totp.secret.base32, uri, qr_code: renderSVG(uri, { ecc: 'M', border: 2 }) };
}

/**
 * The time step that a code is for: of the present, the one before or the one after, for clocks that
 * differ and slow typing (RFC 6238 §5.2). Null for any other code.
 */
export function stepOf(secret: string, code: string, now: number = Date.now()): number | null {
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

const CIPHER = 'aes-256-gcm';

/** Encrypts a factor's secret. The factor's id is bound in, so it decrypts for that factor only. */
export function encrypt(key: Buffer, factor: string, secret: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(factor));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
}

/** Decrypts a factor's secret. @throws Error when it is of another key or factor. */
export function decrypt(key: Buffer, factor: string, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(factor)).setAuthTag(bytes.subarray(12, 28));
  return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
}
