import type { Context, Hono } from 'hono';
import type { Sql } from 'postgres';
import { z } from 'zod';
import type { UserClaims } from '../core/caller.ts';
import type { GatewayEnv } from '../core/gateway-env.ts';
import type { Keys } from '../core/keys.ts';
import type { Limits } from '../core/limits.ts';
import { countTries } from './attempts.ts';
import { authError, check, readJson } from './errors.ts';
import { issuerOf, sessionJson } from './sessions.ts';
import { readUser } from './users.ts';
import {
  challenge,
  enroll,
  enrolment,
  readFactor,
  removeFactor,
  verification,
  verify,
} from './factors.ts';

/**
 * Wrong codes of a factor in 15 minutes: from one address, and from all addresses without a right
 * one in the last 30 days. why: fewer than wrong passwords, as a guess hits with 3 : 1,000,000.
 */
const MOST_WRONG_CODES = 10;

const uuidOf = (c: Context, name: string) => check(z.uuid(), c.req.param(name));

/**
 * Adds `/factors`: GoTrue's second factors by time-based codes, one's own. `signedIn` returns the
 * caller's claims or throws.
 */
export function addFactors(
  app: Hono<GatewayEnv>,
  owner: Sql,
  keys: Keys,
  limits: Limits,
  signedIn: (c: Context<GatewayEnv>) => UserClaims,
): void {
  const own = (c: Context<GatewayEnv>) => readFactor(owner, signedIn(c).sub, uuidOf(c, 'id'));

  app.post('/factors', async (c) => {
    const { sub, aal } = signedIn(c);
    const wanted = await readJson(c, enrolment);
    const { host } = new URL(c.req.url);
    return c.json(await enroll(owner, await readUser(owner, sub), aal, wanted, host));
  });
  app.post('/factors/:id/challenge', async (c) =>
    c.json(await challenge(owner, (await own(c)).id)),
  );
  app.post('/factors/:id/verify', async (c) => {
    const { sub: user, session_id: session } = signedIn(c);
    const { id: factor } = await own(c);
    const given = await readJson(c, verification);
    const succeed = await countTries(owner, keys, c.get('address'), `factor ${factor}`, {
      ofSubject: MOST_WRONG_CODES,
      ofAddress: limits.signInsPerAddress,
      ofStrangers: MOST_WRONG_CODES,
    });
    const started = await verify(owner, { user, session, factor }, given);
    await succeed();
    return c.json(await sessionJson(started, keys, issuerOf(c)));
  });
  app.delete('/factors/:id', async (c) => {
    const factor = await own(c);
    const claims = signedIn(c);
    if (factor.status === 'verified' && claims.aal !== 'aal2')
      throw authError('insufficient_aal', 'AAL2 required to unenroll verified factor');
    await removeFactor(owner, claims.sub, factor, claims);
    return c.json({ id: factor.id });
  });

  app.get('/admin/users/:id/factors', async (c) =>
    c.json((await readUser(owner, uuidOf(c, 'id'))).factors),
  );
  app.delete('/admin/users/:id/factors/:factor', async (c) => {
    const user = uuidOf(c, 'id');
    const factor = await readFactor(owner, user, uuidOf(c, 'factor'));
    await removeFactor(owner, user, factor);
    return c.json(factor);
  });
}
