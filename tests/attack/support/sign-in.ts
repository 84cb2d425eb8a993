import { createUser } from '#backend/auth/users.ts';
import { makeStaff } from '#tests/e2e/support/staff.ts';
import { createAsker } from './ask.ts';
import type { AttackedSite } from './attacked-site.ts';

export type StaffRole = 'admin' | 'crm_user' | 'inventory_user';

const ask = createAsker(1);

/**
 * The access token of a new account with that role; null for an account without a staff profile.
 */
export async function tokenFor(site: AttackedSite, role: StaffRole | null): Promise<string> {
  const stranger = { email: `${crypto.randomUUID()}@example.com`, password: 'stranger-password-1' };
  const account = role ? await makeStaff(site.sql, role) : stranger;
  if (!role) await createUser(site.sql, stranger);
  const { email, password } = account;
  const { text } = await ask(`${site.address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: site.anonKey },
    body: { email, password },
  });
  return (JSON.parse(text) as { access_token: string }).access_token;
}
