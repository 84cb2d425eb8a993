import { createClient } from '@supabase/supabase-js';
import { QueryClient } from '@tanstack/react-query';
import { beforeAll } from 'vitest';
import { createPublicApi, type PublicApi } from '#data/catalogue/public-api.ts';
import type { Backend } from '#data/core/backend.ts';
import type { StaffApi } from '#data/core/staff-api.ts';
import type { Database } from '#data/types.gen.ts';
import { studioToday } from '#domain/days.ts';
import { useGateway, type Account, type TestGateway } from '#tests/support/gateway.ts';

/** A small studio over HTTP that records every answer of a function. */
export interface StudioDay {
  gateway: TestGateway;
  queries: QueryClient;
  /** The successful answers of each function so far, by its name. */
  recorded: ReadonlyMap<string, unknown[]>;
  signedIn: (account: Account) => Promise<StaffApi>;
  /** A visitor, and an admin with their account. Only available inside tests and hooks. */
  readonly visitor: PublicApi;
  readonly staff: StaffApi;
  readonly account: Account;
}

/** Starts the demo studio for the test file. Call it at the top of the file. */
export function useStudioDay(): StudioDay {
  const gateway = useGateway({ seeded: true });
  const recorded = new Map<string, unknown[]>();

  const recording: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const url = new URL(input instanceof Request ? input.url : String(input));
    const [, name] = /\/rest\/v1\/rpc\/(\w+)/.exec(url.pathname) ?? [];
    if (name && response.ok) {
      const text = await response.clone().text();
      recorded.set(name, [...(recorded.get(name) ?? []), text === '' ? null : JSON.parse(text)]);
    }
    return response;
  };

  const signedIn = async ({ email, password }: Account): Promise<StaffApi> => {
    const api: StaffApi = createClient<Database, { PostgrestVersion: '14' }>(
      gateway.url,
      gateway.anonKey,
      { auth: { persistSession: false, autoRefreshToken: false }, global: { fetch: recording } },
    );
    const { error } = await api.auth.signInWithPassword({ email, password });
    if (error) throw error;
    return api;
  };

  const people: { visitor: PublicApi; staff: StaffApi; account: Account }[] = [];
  const present = () => {
    const [first] = people;
    if (!first) throw new Error('The studio starts with the first test.');
    return first;
  };

  beforeAll(async () => {
    const config = { url: null, anonKey: gateway.anonKey, chatScriptUrl: null };
    const backend: Backend = { config, origin: gateway.url, fetch: recording };
    const account = await gateway.createStaff('admin');
    people.push({ visitor: createPublicApi(backend), staff: await signedIn(account), account });
  });

  return {
    gateway,
    queries: new QueryClient(),
    recorded,
    signedIn,
    get visitor() {
      return present().visitor;
    },
    get staff() {
      return present().staff;
    },
    get account() {
      return present().account;
    },
  };
}

export const today = studioToday();

export const daysAhead = (days: number) => studioToday(new Date(Date.now() + days * 86_400_000));

/** The person of an enquiry or message. */
export const contact = (over: object = {}) => ({
  first_name: 'Asha',
  last_name: 'Rao',
  mobile: '+919812345678',
  email: 'asha@example.test',
  message: 'For a morning shoot',
  ...over,
});
