import { SignJWT, UnsecuredJWT, decodeJwt } from 'jose';
import { deriveKeys } from '#backend/core/keys.ts';
import { createUser } from '#backend/auth/users.ts';
import type { CallerName } from '#tests/db/studio.ts';
import type { AttackedSite } from './attacked-site.ts';

/** A caller: its credentials, and its name in the access rules; null means no rights at all. */
export interface Caller {
  name: string;
  is: CallerName | null;
  /** Its name where only the token counts; `is` unless given. */
  byToken?: CallerName;
  apikey: string | null;
  token: string | null;
  /** Its client address. */
  from: string;
}

/** The headers of a caller's requests. */
export const headersOf = ({ apikey, token, from }: Caller): Record<string, string> => ({
  'x-forwarded-for': from,
  ...(apikey !== null && { apikey }),
  ...(token !== null && { authorization: `Bearer ${token}` }),
});

type Session = { access_token: string; refresh_token: string };

/** An account with that role, signed in. */
async function signIn(site: AttackedSite, role: string | null) {
  const account = { email: `${crypto.randomUUID()}@staff.example`, password: 'a-staff-password-1' };
  const { id } = await createUser(site.sql, account);
  if (role) await site.sql`insert into public.user_profiles (id, role) values (${id}, ${role})`;
  const answer = await fetch(`${site.address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: site.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  return { id, session: (await answer.json()) as Session };
}

/** Every caller with rights: two visitors at two addresses, and one of each staff role. */
export async function rightfulCallers(site: AttackedSite): Promise<Caller[]> {
  const { anonKey: apikey } = site;
  const { serviceKey } = await deriveKeys(new TextEncoder().encode(site.jwtSecret));
  const anon = { is: 'anon' as const, apikey, token: null };
  const staff = async (is: CallerName, from: string, role: string | null): Promise<Caller> => {
    const { session } = await signIn(site, role);
    return { name: is, is, apikey, token: session.access_token, from };
  };
  return [
    { ...anon, name: 'visitor A', from: '198.51.100.1' },
    { ...anon, name: 'visitor B', token: apikey, from: '2001:db8:b::1' },
    await staff('no profile', '198.51.100.3', null),
    await staff('storekeeper', '198.51.100.7', 'storekeeper'),
    await staff('inventory_user', '198.51.100.4', 'inventory_user'),
    await staff('crm_user', '198.51.100.5', 'crm_user'),
    await staff('admin', '198.51.100.6', 'admin'),
    { name: 'service_role', is: 'service_role', apikey: serviceKey, token: null, from: '::1' },
  ];
}

/**
 * Callers with invalid credentials: an admin's token that is tampered with, forged, expired, for
 * another audience, or of a deleted session or account; and a missing or foreign API key.
 */
export async function refusedCallers(site: AttackedSite): Promise<Caller[]> {
  const ours = new TextEncoder().encode(site.jwtSecret);
  const theirs = new TextEncoder().encode('the secret of another project, long enough');
  const other = await deriveKeys(theirs);
  const admin = await signIn(site, 'admin');
  const good = admin.session.access_token;
  const claims = decodeJwt(good);
  const now = Math.floor(Date.now() / 1000);
  const signed = (changes: object, secret = ours) =>
    new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: 'HS256' }).sign(secret);
  const unsigned = (changes: object) => new UnsecuredJWT({ ...claims, ...changes }).encode();
  const [header = '', payload = '', signature = ''] = good.split('.');
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  const ended = await signIn(site, 'admin');
  const bearer = { apikey: site.anonKey, authorization: `Bearer ${ended.session.access_token}` };
  await fetch(`${site.address}/auth/v1/logout`, { method: 'POST', headers: bearer });
  const banned = await signIn(site, 'admin');
  await site.sql`update auth.users set banned_until = 'infinity' where id = ${banned.id}`;
  const deleted = await signIn(site, 'admin');
  await site.sql`delete from auth.users where id = ${deleted.id}`;

  const tokens: Record<string, string> = {
    'a token without its signature': `${header}.${payload}.`,
    'a token with a turned signature': `${header}.${payload}.${signature.split('').reverse().join('')}`,
    'a token with claims changed': `${header}.${encoded({ ...claims, role: 'service_role' })}.${signature}`,
    'an expired token': await signed({ iat: now - 7200, exp: now - 3600 }),
    'a token of tomorrow': await signed({ nbf: now + 86_400 }),
    'a token of alg:none': unsigned({}),
    'a token of alg:None': `${encoded({ alg: 'None' })}.${payload}.`,
    'a token of alg:none as service_role': unsigned({ role: 'service_role' }),
    'a token signed with another key': await signed({}, theirs),
    'a token signed with the anon key': await signed({}, new TextEncoder().encode(site.anonKey)),
    'a token for another audience': await signed({ aud: 'another' }),
    'a token of another issuer': await signed({
      iss: 'https://another.example/auth/v1',
      session_id: crypto.randomUUID(),
    }),
    'a token of a session that ended': ended.session.access_token,
    'a token of a banned account': banned.session.access_token,
    'a token of a deleted account': deleted.session.access_token,
    'a refresh token': admin.session.refresh_token,
    'the service key of another project': other.serviceKey,
  };
  for (const role of ['service_role', 'postgres', 'authenticator', 'anon', 'supabase_admin']) {
    tokens[`a token as ${role} signed with another key`] = await signed({ role }, theirs);
    tokens[`a token as ${role} signed with ours`] = await signed({ role });
  }
  const keys: Record<string, string | null> = {
    'no API key': null,
    'the anon key of another project': other.anonKey,
    'the service key of another project as API key': other.serviceKey,
    'a user’s token as API key': good,
  };
  const stranger = { is: null, from: '203.0.113.66' };
  return [
    ...Object.entries(tokens).map(([name, token]) => ({
      ...stranger,
      name,
      apikey: site.anonKey,
      token,
    })),
    ...Object.entries(keys).map(([name, apikey]) => ({
      ...stranger,
      byToken: 'admin' as const,
      name,
      apikey,
      token: good,
    })),
  ];
}
