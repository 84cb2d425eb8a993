import { createHash } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import type { Keys } from './keys.ts';

/** Who sent a request: the role that the database will act as, the token's claims, the address. */
export type Caller = {
  role: 'anon' | 'authenticated' | 'service_role';
  claims: Record<string, unknown>;
  address: string;
};

type Identity = Omit<Caller, 'address'>;

/** A request that is let in nowhere. `body` is what Supabase's gateway or PostgREST answers, with 401. */
export class CallerRefused extends Error {
  readonly about: 'apikey' | 'token';
  readonly body: Record<string, unknown>;
  constructor(about: 'apikey' | 'token', body: { message: string } & Record<string, unknown>) {
    super(body.message);
    this.about = about;
    this.body = body;
  }
}

const MOST_REMEMBERED = 1000;
const verified = new WeakMap<Keys, Map<string, { identity: Identity; expires: number }>>();

const refuseToken = (code: 'PGRST301' | 'PGRST303', message: string) =>
  new CallerRefused('token', { code, details: null, hint: null, message });

function identify(claims: Record<string, unknown>): Identity {
  const { role } = claims;
  if (role === 'anon' || role === 'service_role') return { role, claims };
  if (role !== 'authenticated') throw refuseToken('PGRST301', 'JWT role not allowed');
  if (claims['aud'] !== 'authenticated') throw refuseToken('PGRST303', 'JWT not in audience');
  if (typeof claims['sub'] !== 'string') throw refuseToken('PGRST303', 'JWT without a subject');
  return { role, claims };
}

/**
 * Verifies a token of ours: HS256 and nothing else, `exp` present and ahead, a role of the three,
 * and for users the audience `authenticated`. Throws CallerRefused (PGRST301, or PGRST303 for
 * claims, as https://docs.postgrest.org/en/v14/references/errors.html has them).
 */
export async function verifyToken(token: string, keys: Keys): Promise<Identity> {
  const known = verified.get(keys) ?? new Map<string, { identity: Identity; expires: number }>();
  verified.set(keys, known);
  // why: a digest as the key keeps whole tokens out of memory dumps.
  const digest = createHash('sha256').update(token).digest('base64');
  const found = known.get(digest);
  known.delete(digest);
  if (found && found.expires > Date.now()) {
    known.set(digest, found);
    return found.identity;
  }
  const { payload } = await jwtVerify(token, keys.jwtSecret, {
    algorithms: ['HS256'],
    requiredClaims: ['exp'],
  }).catch((error: unknown) => {
    if (error instanceof errors.JWTExpired) throw refuseToken('PGRST303', 'JWT expired');
    if (error instanceof errors.JWTClaimValidationFailed)
      throw refuseToken('PGRST303', `JWT ${error.claim} claim is not valid`);
    throw refuseToken('PGRST301', 'JWT could not be verified');
  });
  const identity = identify(payload);
  const oldest = known.keys().next();
  if (known.size >= MOST_REMEMBERED && !oldest.done) known.delete(oldest.value);
  known.set(digest, { identity, expires: (payload.exp ?? 0) * 1000 });
  return identity;
}

/**
 * Checks the API key that every request must bring, in the header or the query string, as
 * Supabase's gateway does: the anon or the service key. Throws CallerRefused.
 */
export async function requireApiKey(request: Request, keys: Keys): Promise<Identity> {
  const apikey = request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey');
  if (!apikey)
    throw new CallerRefused('apikey', {
      message: 'No API key found in request',
      hint: 'No `apikey` request header or url param was found.',
    });
  const identity = await verifyToken(apikey, keys).catch(() => undefined);
  if (!identity || identity.role === 'authenticated')
    throw new CallerRefused('apikey', {
      message: 'Invalid API key',
      hint: 'Double check your Supabase `anon` or `service_role` API key.',
    });
  return identity;
}

/**
 * Who a request comes from: the bearer of its token, or of its API key when it brings no token.
 * `address` is taken as given. Throws CallerRefused, to be answered with 401.
 */
export async function resolveCaller(
  request: Request,
  keys: Keys,
  address: string,
): Promise<Caller> {
  const key = await requireApiKey(request, keys);
  const token = /^Bearer\b(.*)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  const identity = token === undefined ? key : await verifyToken(token.trim(), keys);
  return { ...identity, address };
}
