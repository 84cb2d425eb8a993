import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#backend/postgres/database.ts';
import type { Database } from '#backend/postgres/database.ts';
import { useStaffStock } from './staff-stock.ts';
import { committedAs, refusal, sqlState } from './studio.ts';

const { studio, said, item, enquire, convert, hold, days } = useStaffStock();

describe('at the same moment', () => {
  let crowd: Database | null = null;
  beforeAll(async () => {
    crowd = await openDatabase(studio.owner, { requestConnections: 24 });
  });
  afterAll(() => crowd?.close());
  const asCrm = (statement: string) => {
    if (!crowd) throw new Error('No connections.');
    return committedAs(crowd, studio.who('crm_user'), (sql) => sql.unsafe(statement)).then(
      () => 'done',
      sqlState,
    );
  };
  const converting = (id: string, choices: unknown = null) =>
    asCrm(
      `select convert_enquiry_to_order('${id}', ${choices ? `'${JSON.stringify(choices)}'` : 'null'})`,
    );
  const tally = (answers: string[]) =>
    Object.fromEntries(
      [...Map.groupBy(answers, (answer) => answer)].map(([answer, all]) => [answer, all.length]),
    );

  test('staff who convert two enquiries for the last piece make one order', async () => {
    const [sofa, lamp] = [await item(1), await item(1)];
    const enquiries = [];
    for (let n = 0; n < 12; n += 1) {
      const lines = [{ item: sofa }, { item: lamp }];
      enquiries.push(await enquire(...(n % 2 ? lines : lines.toReversed())));
    }
    const answers = await Promise.all(enquiries.map(({ id }) => converting(id)));
    expect(tally(answers)).toEqual({ done: 1, PT409: 11 });
    expect(await days(sofa)).toEqual(['10: 1/1/0/0', '11: 1/1/0/0', '12: 1/1/0/0']);
  });

  test('two who take over each other’s holds cannot deadlock', async () => {
    const [sofa, lamp] = [await item(1), await item(1)];
    const one = await enquire({ item: sofa }, { item: lamp });
    const two = await enquire({ item: lamp }, { item: sofa });
    await hold(one.id);
    const choices = (mine: typeof one, holder: string) =>
      mine.lines.map((line) => ({ line, action: 'take_over', enquiry: holder }));
    const answers = await Promise.all([
      converting(one.id, choices(one, two.id)),
      converting(two.id, choices(two, one.id)),
    ]);
    expect(tally(answers)).toEqual({ done: 1, PT409: 1 });
  });

  test(
    'holds, releases, closings and conversions leave nothing over',
    { tags: ['long'] },
    async () => {
      const items = await Promise.all([1, 2, 3, 1].map((quantity) => item(quantity)));
      const enquiries: { id: string; lines: string[] }[] = [];
      for (let n = 0; n < 16; n += 1) {
        const ids = items.filter((_, place) => (n + place) % 3);
        enquiries.push(
          await enquire(
            ...(n % 2 ? ids : ids.toReversed()).map((of) => ({ item: of, from: 10 + (n % 3) })),
          ),
        );
      }
      const until = new Date(Date.now() + 3_600_000).toISOString();
      const calls = enquiries.flatMap(({ id, lines }, n) => {
        const other = enquiries[(n + 1) % enquiries.length]?.id ?? '';
        return [
          asCrm(`select hold_enquiry('${id}', '${until}', '${randomUUID()}')`),
          n % 2 ? asCrm(`select release_hold('${id}')`) : converting(id),
          n % 3
            ? asCrm(
                `update enquiry_orders set status = 'closed' where id = '${id}' and status = 'pending'`,
              )
            : converting(id, [{ line: lines[0], action: 'take_over', enquiry: other }]),
        ];
      });
      const answers = await Promise.all(calls);
      expect(Object.keys(tally(answers)).toSorted()).toEqual(['PT409', 'done']);
      const [drift] = await studio.db.owner`select private.recount_stock() as found`;
      expect(drift).toEqual({ found: 0 });
      const over = await studio.db.owner`
      select from private.item_days where booked + held > room or short > 0`;
      expect(over).toHaveLength(0);
    },
  );

  test(
    'an answer that waits for a lock too long says that it is busy',
    { tags: ['long'] },
    async () => {
      const sofa = await item(1);
      const { id } = await enquire({ item: sofa });
      const answers = await studio.db.owner.begin(async (sql) => {
        await sql`select from enquiry_orders where id = ${id} for update`;
        return Promise.all([refusal(convert(id)), said('release_hold', { id })]);
      });
      for (const answer of answers) {
        expect(answer).toMatchObject({ code: 'PT409', detail: '{"reason": "busy"}' });
      }
    },
  );
});
