import { describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';

describe('the demo studio', () => {
  const home = useDatabase({ seeded: true });

  test('begins without a message, and a day of it queues few', async () => {
    const sql = home.db.owner;
    const [filled] = await sql`select count(*)::int as n from private.outbox`;
    expect(filled).toEqual({ n: 0 });
    for (const hour of [8, 9, 16, 23]) {
      await sql`select private.queue_reminders((private.today() + make_time(${hour}, 0, 0)) at time zone 'Asia/Kolkata')`;
    }
    const queued = await sql<{ template: string; audience: string }[]>`
      select template, audience from private.outbox where channel = 'email'`;
    // Its customers have addresses that nobody is written to.
    expect(queued.filter(({ audience }) => audience === 'customer')).toEqual([]);
    expect(queued.length).toBeLessThan(30);
  });
});
