import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { afterEach, expect } from 'vitest';
import type { Account, TestGateway } from './gateway.ts';

/** Clients with channels on this gateway, which are closed after each test. */
export function useRealtimeClients(gateway: TestGateway) {
  const clients: SupabaseClient[] = [];
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.removeAllChannels()));
  });

  /** A client signed in as this account. */
  const signedIn = async ({ email, password }: Account): Promise<SupabaseClient> => {
    const client = gateway.client();
    clients.push(client);
    const { error } = await client.auth.signInWithPassword({ email, password });
    expect(error).toBeNull();
    return client;
  };

  return { clients, signedIn };
}

/** Joins, and returns the result. */
export function joined(channel: RealtimeChannel): Promise<string> {
  return new Promise((resolve) => {
    channel.subscribe((status, error) => resolve(error ? `${status}: ${error.message}` : status));
  });
}
