import { uuidText } from './uuid.ts';

/**
 * An idempotency key made of what is sent: the same content has the same key, so a double click or a repeated post
 * saves it once. A UUID of version 8 (RFC 9562 §5.8). On the server only, as pages without TLS lack `crypto.subtle`.
 * @param content anything that JSON can hold
 */
export async function contentKey(content: unknown): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(content));
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', text), 0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return uuidText(bytes);
}
