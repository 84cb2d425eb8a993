import { FunctionsError, type SupabaseClient } from '@supabase/supabase-js';
import { expect } from 'vitest';
import type { Account, StaffRole, TestGateway } from '#tests/support/gateway.ts';

/** The origin that the calls come from. */
export const ORIGIN = 'https://studio.test';

type Person = {
  id: string;
  email: string;
  name: string | null;
  role: StaffRole | null;
  disabled: boolean;
  invited: boolean;
  last_sign_in_at: string | null;
  second_factor: boolean;
};
type Answer = {
  status: number;
  message?: string;
  field?: string;
  id?: string;
  link?: string;
  expires_at?: string;
  people?: Person[];
};

export type StaffMember = Account & { client: SupabaseClient };

/** A new session of an account. */
export async function signIn(gateway: TestGateway, account: Account): Promise<SupabaseClient> {
  const client = gateway.client();
  const { error } = await client.auth.signInWithPassword(account);
  expect(error).toBeNull();
  return client;
}

/** A new account with that role, signed in. */
export async function newStaff(gateway: TestGateway, role: StaffRole | null): Promise<StaffMember> {
  const account = await gateway.createStaff(role);
  return { ...account, client: await signIn(gateway, account) };
}

/** Calls the function `staff`. Returns the answer with its status. */
export async function staff(client: SupabaseClient, body: object): Promise<Answer> {
  const { data, error } = await client.functions.invoke('staff', {
    body,
    headers: { Origin: ORIGIN },
  });
  if (!error) return { status: 200, ...data };
  expect(error).toBeInstanceOf(FunctionsError);
  const response = error.context as Response;
  return { status: response.status, ...((await response.json()) as object) };
}

export const isSignedIn = async (client: SupabaseClient) =>
  (await client.auth.getUser()).data.user !== null;
export const newEmail = () => `person-${crypto.randomUUID()}@example.test`;
