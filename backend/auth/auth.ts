import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Sql } from 'postgres';
import { z } from 'zod';
import type { UserClaims } from '../core/caller.ts';
import type { GatewayEnv } from '../core/gateway-env.ts';
import type { Keys } from '../core/keys.ts';
import type { Limits } from '../core/limits.ts';
import { addAdmin } from './admin.ts';
import { attemptKey, countAttempt, countTries } from './attempts.ts';
import { authError, check, readJson } from './errors.ts';
import { addFactors } from './factor-routes.ts';
import { linkToken, maySetPassword, useLink } from './links.ts';
import { issuerOf, refreshSession, sessionJson, startSession } from './sessions.ts';
import { type Account, ownChanges, readUser, updateUser, verifyPassword } from './users.ts';

const passwordGrant = z.object({
  email: z.string().max(320).trim().toLowerCase(),
  password: z.string().max(1000),
});
const refreshGrant = z.object({ refresh_token: z.string().max(1000) });
const signOutScope = z.enum(['global', 'local', 'others']).default('global');

type AuthContext = Context<GatewayEnv>;

/**
 * The part of GoTrue's API that a closed group of users needs: password sign-in, refresh with
 * rotation, links, user, second factors, sign-out, and `/admin` for the service key. There is no
 * sign-up. The gateway sets `address` and `caller` first, and answers unknown paths.
 */
export function createAuth(owner: Sql, keys: Keys, limits: Limits): Hono<GatewayEnv> {
  const app = new Hono<GatewayEnv>();

  /** The user with this e-mail and password. Failed attempts are rate-limited. */
  async function authenticate(c: AuthContext, email: string, password: string): Promise<Account> {
    const succeed = await countTries(owner, keys, c.get('address'), email, {
      ofSubject: limits.signInsPerAccount,
      ofAddress: limits.signInsPerAddress,
      ofStrangers: limits.signInsOfStrangers,
    });
    const [found] = await owner<Account[]>`
      select u.id, email_confirmed_at, encrypted_password, banned_until > now() as banned
      from auth.users u where lower(email) = ${email}`;
    // why: the same response in the same time, so that accounts cannot be enumerated.
    const right = await verifyPassword(password, found?.encrypted_password);
    if (!found || !right) throw authError('invalid_credentials');
    if (found.banned) throw authError('user_banned');
    if (!found.email_confirmed_at) throw authError('email_not_confirmed');
    await succeed();
    return found;
  }

  async function startOrRefresh(c: AuthContext) {
    const grant = c.req.query('grant_type');
    if (grant === 'password') {
      const { email, password } = await readJson(c, passwordGrant);
      const account = await authenticate(c, email, password);
      return startSession(owner, account, limits);
    }
    if (grant !== 'refresh_token') throw authError('validation_failed', 'unsupported_grant_type');
    const { refresh_token: token } = await readJson(c, refreshGrant);
    const key = attemptKey(keys, c.get('address'), '', 'refresh');
    await countAttempt(owner, key, limits.refreshes);
    return refreshSession(owner, keys, token, limits);
  }

  function signedIn(c: AuthContext): UserClaims {
    const { role, claims } = c.get('caller');
    if (role === 'authenticated') return claims as UserClaims;
    throw authError('bad_jwt', 'invalid claim: missing sub claim');
  }

  app.use(async (c, next) => {
    c.header('cache-control', 'no-store');
    await next();
  });
  const tooLong = { code: 'validation_failed', message: 'Request body too large' };
  app.use(bodyLimit({ maxSize: 100_000, onError: (c) => c.json(tooLong, 413) }));

  app.post('/token', async (c) =>
    c.json(await sessionJson(await startOrRefresh(c), keys, issuerOf(c))),
  );
  app.post('/verify', async (c) => {
    const token = await readJson(c, linkToken);
    const started = await useLink(owner, keys, c.get('address'), token, limits);
    return c.json(await sessionJson(started, keys, issuerOf(c)));
  });
  app.get('/user', async (c) => c.json(await readUser(owner, signedIn(c).sub)));
  app.put('/user', async (c) => {
    const { sub, session_id: keep, aal } = signedIn(c);
    const { email, password, current_password: current } = await readJson(c, ownChanges);
    const user = await readUser(owner, sub);
    if (aal !== 'aal2' && user.factors.some(({ status }) => status === 'verified'))
      throw authError(
        'insufficient_aal',
        'AAL2 session is required to update email or password when MFA is enabled.',
      );
    if (current !== undefined) await authenticate(c, user.email.toLowerCase(), current);
    else if (email !== undefined || !(await maySetPassword(owner, keep)))
      throw authError('validation_failed', 'current_password: Required');
    return c.json(await updateUser(owner, sub, { email, password }, keep));
  });
  app.post('/logout', async (c) => {
    const scope = check(signOutScope, c.req.query('scope'));
    const { sub, session_id } = signedIn(c);
    await owner`
      delete from auth.sessions where user_id = ${sub}
        and (${scope} = 'global' or (id = ${session_id}) = (${scope} = 'local'))`;
    return c.body(null, 204);
  });
  app.post('/signup', () => {
    throw authError('signup_disabled');
  });
  app.get('/settings', (c) => c.json({ external: { email: true }, disable_signup: true }));
  app.get('/health', (c) => c.json({ name: 'backend/auth', version: '1' }));
  app.use('/admin/*', async (c, next) => {
    if (c.get('caller').role !== 'service_role') throw authError('not_admin');
    await next();
  });
  addAdmin(app, owner);
  addFactors(app, owner, keys, limits, signedIn);
  return app;
}
