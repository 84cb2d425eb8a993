import { jwtVerify, SignJWT } from 'jose';
import type { Keys } from '../core/keys.ts';
import { refusal } from './refusal.ts';

/** What a signed URL is for. A token for one is of no use for the other, nor as an access token. */
type Purpose = 'storage:read' | 'storage:write';

/** Signs claims about the object `<bucket>/<name>` for that many seconds. */
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

/** The claims of a token for that purpose and object. @throws ApiError 400 InvalidJWT. */
export async function readToken({ jwtSecret }: Keys, purpose: Purpose, url: string, token: string) {
  const expected = { algorithms: ['HS256'], audience: purpose };
  const { payload } = await jwtVerify(token, jwtSecret, expected).catch((error: Error) => {
    throw refusal(400, 'InvalidJWT', error.message);
  });
  if (payload['url'] === url) return payload;
  throw refusal(400, 'InvalidSignature', 'The token is for another object');
}
