import { hash, timingSafeEqual } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { ApiError } from './api-error.ts';
import type { Keys } from './keys.ts';

/**
 * The sender of a request: the database role to act as, the token's claims, the client address, and
 * whether it is a page that this process makes for that client.
 */
export type Caller = {
  role: 'anon' | 'authenticated' | 'service_role';
  claims: Record<string, unknown>;
  address: string;
  isPage?: boolean;
};

const userClaims = z.looseObject({
  role: z.literal('authenticated'),
  sub: z.uuid(),
  session_id: z.uuid(),
  exp: z.number(),
  aal: z.string().optional(),
});

/** The claims of a user's access token. */
export type UserClaims = z.output<typeof userClaims>;

/** Thrown for an invalid or expired token; body and status as PostgREST sends them. */
export class TokenRefused extends ApiError {
  readonly ended: boolean;
  constructor(code: 'PGRST301' | 'PGRST303', message: string, ended = false) {
    const challenge = `Bearer error="invalid_token", error_description="${message}"`;
    super(401, { code, details: null, hint: null, message }, { 'www-authenticate': challenge });
    this.ended = ended;
  }
}

// why: clock skew. The tolerance around `exp` and `nbf` in seconds, the same as PostgREST's
// (https://docs.postgrest.org/en/v14/references/auth.html, JWT claims validation).
const LEEWAY = 30;

const badKey = (message: string, hint: string) => new ApiError(401, { message, hint });

const digest = (text: string) => hash('sha256', text, 'buffer');
/** Compares secrets in constant time. */
export const isEqual = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));

function keyRole(text: string, { anonKey, serviceKey }: Keys) {
  if (isEqual(text, anonKey)) return 'anon';
  return isEqual(text, serviceKey) ? 'service_role' : null;
}

/** Accepts only an unexpired HS256 token of a user with a session. @throws TokenRefused */
async function verifyToken(token: string, { jwtSecret }: Keys): Promise<UserClaims> {
  const expected = { algorithms: ['HS256'], audience: 'authenticated', clockTolerance: LEEWAY };
  const { payload } = await jwtVerify(token, jwtSecret, expected).catch((error: unknown) => {
    if (error instanceof errors.JWTExpired) throw new TokenRefused('PGRST303', 'JWT expired');
    if (error instanceof errors.JWTClaimValidationFailed)
      throw new TokenRefused('PGRST303', `JWT ${error.claim} claim is not valid`);
    throw new TokenRefused('PGRST301', 'JWT could not be verified');
  });
  const claims = userClaims.safeParse(payload);
  if (claims.success) return claims.data;
  throw new TokenRefused('PGRST303', 'JWT is of no signed-in user');
}

/**
 * Resolves the caller of a request from its bearer token, or, without one, from its API key. The
 * API key is required, in the header or the query string. `isLive` checks that a user's session has
 * not ended.
 * @throws ApiError 401 as Supabase's gateway does; TokenRefused
 * (https://docs.postgrest.org/en/v14/references/errors.html, PGRST301 and PGRST303).
 */
export async function resolveCaller(
  request: Request,
  keys: Keys,
  address: string,
  isLive: (claims: UserClaims) => Promise<boolean>,
): Promise<Caller> {
  const apikey = request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey');
  if (!apikey)
    throw badKey(
      'No API key found in request',
      'No `apikey` request header or url param was found.',
    );
  const ofKey = keyRole(apikey, keys);
  if (!ofKey)
    throw badKey('Invalid API key', 'Double check your Supabase `anon` or `service_role` API key.');
  const token = /^Bearer\b(.*)$/i.exec(request.headers.get('authorization') ?? '')?.[1]?.trim();
  if (token === undefined) return { role: ofKey, claims: { role: ofKey }, address };
  return { ...(await resolveToken(token, keys, isLive)), address };
}

/**
 * The role and claims of a bearer token: an API key, or the token of a user whose session is alive.
 * @throws TokenRefused
 */
export async function resolveToken(
  token: string,
  keys: Keys,
  isLive: (claims: UserClaims) => Promise<boolean>,
): Promise<Pick<Caller, 'role' | 'claims'>> {
  const role = keyRole(token, keys);
  if (role) return { role, claims: { role } };
  const claims = await verifyToken(token, keys);
  if (!(await isLive(claims))) throw new TokenRefused('PGRST303', 'JWT session has ended', true);
  return { role: 'authenticated', claims };
}
