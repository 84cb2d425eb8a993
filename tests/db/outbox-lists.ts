import { beforeEach } from 'vitest';
import { useQuotes } from './quotes.ts';
import { refusal } from './studio.ts';

/** A message as staff see it. */
export type Row = Record<string, unknown> & { id: string; state: string };

/** A studio whose staff look after its messages; before each test the outbox is empty and no channel paused. */
export function useOutboxLists() {
  const quotes = useQuotes();
  const { sql } = quotes;

  beforeEach(async () => {
    await sql()`delete from private.outbox`;
    await sql()`update private.channels set paused_at = null, paused_by = null, problem = null, probe_at = null, asked_at = null`;
  });

  return {
    ...quotes,
    /** All columns of a message. */
    stored: async (id: string) => {
      const [row] = await sql()<
        [Record<string, unknown>]
      >`select * from private.outbox where id = ${id}`;
      return { ...row };
    },
    /** The reason in the details of the refusal that this must end in. */
    reasonOf: async (run: Promise<unknown>) =>
      (JSON.parse((await refusal(run)).detail ?? '{}') as { reason?: string }).reason,
  };
}
