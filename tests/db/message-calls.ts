import { outgoingMessage } from '#domain/messages/outgoing-message.ts';
import type { OutgoingMessage } from '#domain/messages/outgoing-message.ts';
import type { Studio } from './studio.ts';

/** A row of the outbox as tests look at it. */
export interface QueuedMessage {
  id: string;
  template: string;
  audience: string;
  state: string;
  reason: string | null;
  attempts: number;
  params: Record<string, string>;
  recipient: Buffer | null;
  link_id: string | null;
  once: string | null;
}

type Result = 'sent' | 'later' | 'unknown' | 'refused' | 'login';

/** Plays the workers and the clock for the e-mails of a studio. */
export function useOutbox(studio: Pick<Studio, 'db'>) {
  const sql = () => studio.db.owner;

  /** Claims the next e-mail, or returns null when none is due. */
  const claim = async (): Promise<OutgoingMessage | null> => {
    const [row] = await sql()<{ told: unknown }[]>`
      select private.claim_outbox('email', 'studio.test') as told`;
    return row?.told ? outgoingMessage.parse(row.told) : null;
  };

  const settle = async (message: OutgoingMessage, result: Result = 'sent'): Promise<boolean> => {
    const [row] = await sql()<{ ours: boolean }[]>`
      select private.settle_outbox(${message.id}, ${message.lease}, ${sql().json({ result })}) as ours`;
    return row?.ours ?? false;
  };

  const isDue = async (): Promise<boolean> => {
    const found = await sql()`select from private.outbox
      where channel = 'email' and state = 'waiting' and due_at <= clock_timestamp() limit 1`;
    return found.length > 0;
  };

  return {
    claim,
    settle,
    /** Sends everything that is due. */
    sendAll: async (): Promise<OutgoingMessage[]> => {
      const sent: OutgoingMessage[] = [];
      do {
        for (let next = await claim(); next; next = await claim()) {
          await settle(next);
          sent.push(next);
        }
        // why again: a claim passes over 200 messages at most.
      } while (await isDue());
      return sent;
    },
    /** All e-mails, by template. */
    messages: async (template?: string): Promise<QueuedMessage[]> =>
      sql()<QueuedMessage[]>`
        select id, template, audience, state, reason, attempts, params, recipient, link_id, once
        from private.outbox where channel = 'email' and template = coalesce(${template ?? null}, template)
        order by template, created_at, id`,
    empty: async (): Promise<void> => {
      await sql()`delete from private.outbox`;
    },
    /** Moves what has happened so far into the past. */
    age: async (interval: string): Promise<void> => {
      await sql()`update private.outbox set due_at = due_at - ${interval}::text::interval,
        lease_until = lease_until - ${interval}::text::interval, created_at = created_at - ${interval}::text::interval,
        first_attempt_at = first_attempt_at - ${interval}::text::interval,
        sent_at = sent_at - ${interval}::text::interval`;
    },
    /** Publishes a setting of the group, null for its default. */
    set: async (name: string, value: string | boolean | null): Promise<void> => {
      await sql()`delete from private.studio_settings where key = ${`messages.${name}`}`;
      if (value === null) return;
      await sql()`insert into private.studio_settings (key, value)
        values (${`messages.${name}`}, ${sql().json(value)})`;
    },
    setStudioAddress: async (address: string): Promise<void> => {
      await sql()`insert into private.studio_settings (key, value)
        values ('messages.studio_address', ${sql().json(address)})
        on conflict (key) do update set value = excluded.value`;
    },
  };
}
