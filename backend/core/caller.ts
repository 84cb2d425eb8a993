import { hash, timingSafeEqual } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { ApiError } from './api-error.ts';
import type { Keys } from './keys.ts';

/** Who sent a request: the role that the database will act as, the token's claims, the address. */
export type Caller = {
  role: 'anon' | 'authenticated' | 'service_role';
  claims: Record<string, unknown>;
  address: string;
};

const userClaims = z.looseObject({
  role: z.literal('authenticated'),
  sub: z.uuid(),
  session_id: z.uuid(),
  exp: z.number(),
});

/** What a user's access token says. */
export type UserClaims = z.output<typeof userClaims>;

/** A token that is not (or no longer) good, as PostgREST answers it. */
export class TokenRefused extends ApiError {
  readonly ended: boolean;
  constructor(code: 'PGRST301' | 'PGRST303', message: string, ended = false) {
    const challenge = `Bearer error="invalid_token", error_description="${message}"`;
    super(401, { code, details: null, hint: null, message }, { 'www-authenticate': challenge });
    this.ended = ended;
  }
}

// why: clocks differ; as much as PostgREST allows around `exp` and `nbf`, in seconds
// (https://docs.postgrest.org/en/v14/references/auth.html, JWT claims validation).
const LEEWAY = 30;

const badKey = (message: string, hint: string) => new ApiError(401, { message, hint });

const digest = (text: string) => hash('sha256', text, 'buffer');
/** Compares secrets in a time that tells nothing of them. */
export const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));

function keyRole(text: string, { anonKey, serviceKey }: Keys) {
  if (isSame(text, anonKey)) return 'anon';
  return isSame(text, serviceKey) ? 'service_role' : null;
}

/** HS256 and nothing else, unexpired, of a user and of one session. Throws TokenRefused. */
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
 * Who a request comes from: the bearer of its token, or of the API key that it must bring (in the
 * header or the query string) when it has no token. `isLive` says whether a user's session goes on.
 * Throws ApiError 401 as Supabase's gateway does, and TokenRefused
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
  const role = token === undefined ? ofKey : keyRole(token, keys);
  if (role) return { role, claims: { role }, address };
  const claims = await verifyToken(token ?? '', keys);
  if (!(await isLive(claims))) throw new TokenRefused('PGRST303', 'JWT session has ended', true);
  return { role: 'authenticated', claims, address };
}
