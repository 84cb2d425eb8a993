import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { CallerRefused, resolveCaller } from '../caller.ts';
import type { GatewayEnv } from '../gateway.ts';
import type { Keys } from '../keys.ts';
import type { Log } from '../log.ts';
import type { Database } from '../postgres/database.ts';
import { addAdmin } from './admin.ts';
import { attemptKey, countAttempt, forgetAttempts } from './attempts.ts';
import { answerError, AuthError, readJson } from './errors.ts';
import { verifyPassword } from './passwords.ts';
import { refreshSession, sessionJson, startSession } from './sessions.ts';
import { isBanned, type User, userColumns, userJson } from './users.ts';

const passwordGrant = z.object({ email: z.string().max(320), password: z.string().max(1000) });
const refreshGrant = z.object({ refresh_token: z.string().max(1000) });
const sessionClaims = z.object({ sub: z.uuid(), session_id: z.uuid() });

/**
 * GoTrue's API as far as a closed circle of users needs it: password sign-in, refresh with
 * rotation, user, sign-out, and `/admin/users` for the service key. Nobody can sign up. Expects
 * the gateway to have set `address` and to have checked the API key.
 */
export function createAuth({ db, keys, log }: { db: Database; keys: Keys; log: Log }) {
  const { owner } = db;
  const app = new Hono<GatewayEnv>();
  type AuthContext = Context<GatewayEnv>;

  const callerOf = (c: AuthContext) =>
    resolveCaller(c.req.raw, keys, c.get('address')).catch((error: unknown) => {
      if (!(error instanceof CallerRefused) || error.about === 'apikey') throw error;
      throw new AuthError('bad_jwt', `invalid JWT: ${error.message}`);
    });

  async function signIn(c: AuthContext) {
    const body = await readJson(c, passwordGrant);
    const email = body.email.trim().toLowerCase();
    const key = attemptKey(keys, c.get('address'), email);
    const wait = await countAttempt(owner, key);
    if (wait > 0) {
      log('warn', 'Too many tries to sign in', { wait });
      c.header('retry-after', String(wait));
      throw new AuthError('over_request_rate_limit');
    }
    const [user] = await owner<(User & { encrypted_password: string })[]>`
      select ${owner(userColumns)}, encrypted_password from auth.users
      where lower(email) = ${email} and deleted_at is null`;
    // why: one answer and one amount of work, so that nobody can find out who has an account.
    const right = await verifyPassword(body.password, user?.encrypted_password);
    if (!user || !right) throw new AuthError('invalid_credentials');
    if (isBanned(user)) throw new AuthError('user_banned');
    if (!user.email_confirmed_at) throw new AuthError('email_not_confirmed');
    await forgetAttempts(owner, key);
    return startSession(owner, user.id);
  }

  async function currentSession(c: AuthContext) {
    const claims = sessionClaims.safeParse((await callerOf(c)).claims);
    if (!claims.success) throw new AuthError('bad_jwt', 'invalid claim: missing sub claim');
    const { sub: userId, session_id: id } = claims.data;
    const [user] = await owner<User[]>`
      select ${owner(userColumns)} from auth.users u where id = ${userId} and deleted_at is null
        and exists (select from auth.sessions s where s.id = ${id} and s.user_id = u.id)`;
    if (!user) throw new AuthError('session_not_found');
    return { user, id };
  }

  app.use(async (c, next) => {
    await next();
    c.header('cache-control', 'no-store');
  });
  app.use(
    bodyLimit({
      maxSize: 100_000,
      onError: (c) =>
        answerError(c, new AuthError('validation_failed', 'Request body too large'), 413),
    }),
  );

  app.post('/token', async (c) => {
    const grant = c.req.query('grant_type');
    if (grant !== 'password' && grant !== 'refresh_token')
      throw new AuthError('validation_failed', 'unsupported_grant_type');
    const started =
      grant === 'password'
        ? await signIn(c)
        : await refreshSession(owner, (await readJson(c, refreshGrant)).refresh_token);
    return c.json(await sessionJson(started, keys, new URL('/auth/v1', c.req.url).href));
  });
  app.get('/user', async (c) => c.json(userJson((await currentSession(c)).user)));
  app.post('/logout', async (c) => {
    const scope = c.req.query('scope') ?? 'global';
    if (!/^(global|local|others)$/.test(scope))
      throw new AuthError('validation_failed', `Unsupported logout scope "${scope}"`);
    const { user, id } = await currentSession(c);
    await owner`
      delete from auth.sessions
      where user_id = ${user.id} and (${scope} = 'global' or (id = ${id}) = (${scope} = 'local'))`;
    return c.body(null, 204);
  });
  app.get('/settings', (c) => {
    const external = { email: true, phone: false, anonymous_users: false };
    const off = { mailer_autoconfirm: false, phone_autoconfirm: false, saml_enabled: false };
    return c.json({ external, disable_signup: true, ...off, sms_provider: '' });
  });
  app.get('/health', (c) =>
    c.json({ version: '1', name: 'backend/auth', description: 'Password sign-in for known users' }),
  );
  // why: clients ask for public keys before they ask /user; a shared secret has none.
  app.get('/.well-known/jwks.json', (c) => c.json({ keys: [] }));
  app.on('POST', ['/signup', '/otp', '/magiclink'], (c) => {
    throw new AuthError(c.req.path.endsWith('/signup') ? 'signup_disabled' : 'otp_disabled');
  });
  app.use('/admin/*', async (c, next) => {
    if ((await callerOf(c)).role !== 'service_role') throw new AuthError('not_admin');
    await next();
  });
  addAdmin(app, owner);
  app.all('*', () => {
    throw new AuthError('not_found');
  });
  app.onError((error, c) => {
    if (error instanceof AuthError) return answerError(c, error);
    throw error;
  });
  return app;
}
