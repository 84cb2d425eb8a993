import { expect, test } from 'vitest';
import { dateOf, spanOf } from '#tests/support/availability-model.ts';
import { itemDayFaults, studioToday } from '#tests/support/availability-rows.ts';
import { addEnquiries, staffTokens } from '#tests/support/availability-storm.ts';
import { addOrder } from '#tests/support/availability-scene.ts';
import { createDice } from '#tests/support/dice.ts';
import { useGateway } from '#tests/support/gateway.ts';
import { scaled } from '#tests/support/scale.ts';
import { ask } from './malformed/ask.ts';
import { availabilityRequest } from './malformed/availability-requests.ts';
import { faultOf } from './malformed/judge.ts';
import { written } from './malformed/requests.ts';

const REQUESTS = scaled(20_000, 300);
const AT_ONCE = 8;
const SEED = Number(process.env['TEST_SEED'] ?? scaled(Date.now() % 1_000_000, 1));
/** Runs only this request of the seed. */
const ONLY = process.env['TEST_REQUEST'];
const gateway = useGateway({}, { requests: 1_000_000 });

test(`malformed arguments are refused in words (TEST_SEED=${SEED})`, async () => {
  const { db, keys, url, anonKey } = gateway;
  const [token = ''] = await staffTokens(db.owner, keys, 1);
  const [made] = await db.owner<[{ prop: string; kit: string }]>`
    with prop as (
      insert into props (name, price, quantity) values ('Lamp', 0, 2) returning id
    ), kit as (
      insert into sets (name, category, price, quantity) values ('Kit', 'package', 0, 1) returning id
    ) select prop.id as prop, kit.id as kit from prop, kit`;
  const day = dateOf(studioToday() + 30);
  const dates = spanOf(day, day);
  const lines = [{ item: made.prop, quantity: 1 }];
  const [enquiry] = await addEnquiries(db.owner, [{ lines, dates }]);
  const order = await addOrder(db.owner, [{ ...lines[0]!, rented: dates }]);
  const line = enquiry!.lines[0]!.id;
  const named = { ...made, enquiry: enquiry!.id, line, order, day };
  const answers: Record<string, number> = {};
  const faults: string[] = [];
  let next = ONLY ? Number(ONLY) : 0;
  const end = ONLY ? next + 1 : REQUESTS;
  const lane = async () => {
    while (next < end) {
      const at = next++;
      const dice = createDice(SEED, at);
      const probe = written(availabilityRequest(dice, { anonKey, token }, named), dice);
      const heard = await ask(new URL(url), probe);
      const kind = `${heard.statuses[0] ?? 'closed'}`;
      answers[kind] = (answers[kind] ?? 0) + 1;
      const fault = faultOf(probe, heard);
      if (fault)
        faults.push(
          `${fault} (TEST_SEED=${SEED} TEST_REQUEST=${at})\n  ${JSON.stringify(probe.bytes.toString('latin1').slice(-900))}\n  ${heard.text.slice(-300)}`,
        );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  process.stdout.write(`${JSON.stringify(answers)}\n`);
  expect(faults.slice(0, 10).join('\n')).toBe('');
  expect(answers['200']).toBeGreaterThan(ONLY ? 0 : 10);
  expect(await itemDayFaults(db.owner)).toEqual([]);
});
