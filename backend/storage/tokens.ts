import { jwtVerify, SignJWT } from 'jose';
import type { Keys } from '../core/keys.ts';
import { refusal } from './refusal.ts';

/**
 * The purpose of a signed URL. A token for one purpose is invalid for the other, and as an access
 * token.
 */
type Purpose = 'storage:read' | 'storage:write';

/** Signs claims about the object `<bucket>/<name>`, valid for that many seconds. */
export const signToken = (
  { jwtSecret }: Keys,
  purpose: Purpose,
  url: string,
  seconds: number,
  claims: Record<string, unknown>,
): Promise<string> =>
  new SignJWT({ ...claims, url })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setAudience(purpose)
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .sign(jwtSecret);

/**
 * Verifies a token for that purpose and object, and returns its claims. @throws ApiError 400
 * InvalidJWT.
 */
export async function readToken({ jwtSecret }: Keys, purpose: Purpose, url: string, token: string) {
  const expected = { algorithms: ['HS256'], audience: purpose };
  const { payload } = await jwtVerify(token, jwtSecret, expected).catch((error: Error) => {
    throw refusal(400, 'InvalidJWT', error.message);
  });
  if (payload['url'] === url) return payload;
  throw refusal(400, 'InvalidSignature', 'The token is for another object');
}
