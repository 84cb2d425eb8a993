import { randomUUID } from 'node:crypto';
import { outgoingMessage, type OutgoingMessage } from '#domain/messages/outgoing-message.ts';
import { useStudio } from './studio.ts';

/** A row of the outbox, as tests look at it. */
export interface OutboxRow {
  id: string;
  state: string;
  reason: string | null;
  problem: string | null;
  attempts: number;
  message_id: string | null;
  link_id: string | null;
  /** Seconds from now. */
  due_in: number;
}

/** A studio whose outbox is empty at first, and a worker on its database. */
export function useOutbox() {
  const studio = useStudio();
  const sql = () => studio.db.owner;
  /** Queues test messages to the admin and returns their ids. */
  const queue = async (count = 1, columns: Record<string, string | null> = {}) => {
    const user_id = studio.who('admin').sub ?? null;
    const made = Array.from({ length: count }, () => ({
      id: randomUUID(),
      channel: 'email',
      template: 'test',
      audience: 'person',
      user_id,
      ...columns,
    }));
    await sql()`insert into private.outbox ${sql()(made)}`;
    return made.map(({ id }) => id);
  };
  const claim = async (host = 'studio.example'): Promise<OutgoingMessage | null> => {
    const [row] = await sql()<[{ told: unknown }]>`
      select private.claim_outbox('email', ${host}) as told`;
    return row.told === null ? null : outgoingMessage.parse(row.told);
  };
  /** Claims a message and fails when there is none. */
  const claimed = async () => {
    const message = await claim();
    if (!message) throw new Error('No message is due.');
    return message;
  };
  const settle = async (
    { id, lease }: Pick<OutgoingMessage, 'id' | 'lease'>,
    result: string,
    problem: string | null = null,
  ) => {
    const [row] = await sql()<[{ kept: boolean }]>`
      select private.settle_outbox(${id}, ${lease}, ${JSON.stringify({ result, problem })}::text::jsonb) as kept`;
    return row.kept;
  };
  const row = async (id: string): Promise<OutboxRow> => {
    const [found] = await sql()<[OutboxRow]>`
      select id, state, reason, problem, attempts, message_id, link_id,
        extract(epoch from due_at - clock_timestamp())::float8 as due_in
      from private.outbox where id = ${id}`;
    return { ...found };
  };
  /** Moves everything in the outbox and its channels into the past, as if this time had passed. */
  const pass = async (time: string) => {
    await sql()`update private.outbox set due_at = due_at - ${time}::interval,
      lease_until = lease_until - ${time}::interval, created_at = created_at - ${time}::interval,
      first_attempt_at = first_attempt_at - ${time}::interval, expires_at = expires_at - ${time}::interval`;
    await sql()`update private.channels set paused_at = paused_at - ${time}::interval,
      probe_at = probe_at - ${time}::interval, asked_at = asked_at - ${time}::interval`;
  };
  const empty = async () => {
    await sql()`delete from private.outbox`;
    await sql()`update private.channels set paused_at = null, paused_by = null, problem = null, probe_at = null`;
  };
  return { studio, sql, queue, claim, claimed, settle, row, pass, empty };
}
