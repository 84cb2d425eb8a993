import { randomUUID } from 'node:crypto';
import type { Dice } from '#tests/support/dice.ts';
import { hostileJson, hostileText } from './hostile-values.ts';
import { wrongly, type Caller, type Draft } from './requests.ts';

/** Records that the calls name. */
export type Named = {
  prop: string;
  kit: string;
  enquiry: string;
  line: string;
  order: string;
  day: string;
};

/** The functions of availability with valid arguments, so that what is wrong in a call is one of them. */
const calls = ({ prop, kit, enquiry, line, order, day }: Named): [name: string, args: object][] => {
  const dates = { rental_from: day, rental_to: day };
  const about = { type: 'prop', id: prop };
  const each = { ...about, quantity: 1 };
  const fact = { ...each, ...dates, reason: 'Repair', key: randomUUID() };
  const choice = (given: object) => ({ id: enquiry, choices: [{ line, ...given }] });
  return [
    ['availability', { ...dates, items: [each, { ...each, type: 'set', id: kit }] }],
    ['item_calendar', { kind: 'prop', id: prop, from_day: day, days: 60 }],
    ['similar_free', { kind: 'prop', id: prop, ...dates, quantity: 1, without: [prop] }],
    ['search_catalogue', { kind: 'prop', ...dates, only_free: true, q: '' }],
    ['search_free_items', { ...dates, only_free: true }],
    ['search_by_words', { q: 'lamp', ...dates, only_free: true }],
    ['convert_enquiry_to_order', choice({ action: 'lower', quantity: 1 })],
    ['convert_enquiry_to_order', choice({ action: 'swap', type: 'set', item: kit, quantity: 1 })],
    ['convert_enquiry_to_order', choice({ action: 'dates', ...dates })],
    ['convert_enquiry_to_order', choice({ action: 'sub_rental', quantity: 1, reason: 'Hired' })],
    ['convert_enquiry_to_order', choice({ action: 'take_over', enquiry })],
    ['convert_enquiry_to_order', choice({ action: 'drop' })],
    ['change_order_dates', { id: order, ...dates, key: randomUUID() }],
    ['hold_enquiry', { id: enquiry, until: `${day}T00:00:00Z`, key: randomUUID() }],
    ['release_hold', { id: enquiry }],
    ['set_out_of_service', fact],
    ['add_sub_rental', fact],
    ['release_reservation', { id: randomUUID() }],
    ['item_reservations', { ...about, from_day: day, days: 60 }],
    ['set_turnaround', { ...about, days: 1 }],
    ['set_components', { type: 'set', id: kit, components: [each] }],
    ['components', { type: 'set', id: kit }],
    ['conflicts', {}],
    ['timeline', { by: 'items', from_day: day, days: 7, kind: 'prop', q: 'a', size: 5 }],
    ['due_today', { day, assignee: 'me' }],
    ['check_dates', { id: order, ...dates, lines: [order] }],
    ['availability_settings', {}],
    [
      'change_availability_settings',
      {
        shows: 'exact',
        turnaround: { prop: 1 },
        closed_weekdays: [7],
        closed_days: [{ day, reason: 'Holi' }],
        expected_updated_at: `${day}T00:00:00Z`,
      },
    ],
  ];
};

/** Values at the edges of what dates, quantities and lists may be. */
const EDGES = [
  '"infinity"',
  '"-infinity"',
  '"4713-01-01 BC"',
  '"5874897-12-31"',
  '"9999-12-31"',
  '"1970-01-01"',
  '"2026-02-29"',
  '"today"',
  '"epoch"',
  '0',
  '-1',
  '1.5',
  '1e9',
  '2147483647',
  '2147483648',
  '9223372036854775807',
  '1e300',
  'null',
  '""',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '[{}]',
  'true',
];

/** The JSON of a value in which some parts at any depth are replaced by hostile ones. */
function spoiled(value: unknown, dice: Dice, chance: number): string {
  if (dice.may(chance)) {
    return dice.of([
      () => dice.of(EDGES),
      () => JSON.stringify(hostileText(dice)),
      () => hostileJson(dice),
      () => JSON.stringify(Array.from({ length: 101 }, () => value)),
    ])();
  }
  if (Array.isArray(value))
    return `[${value.map((each) => spoiled(each, dice, chance)).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const parts = Object.entries(value)
      .filter(() => !dice.may(0.03))
      .map(([name, each]) => `${JSON.stringify(name)}:${spoiled(each, dice, chance)}`);
    return `{${parts.join(',')}}`;
  }
  return JSON.stringify(value);
}

/** A call of a function of availability with one or more malformed arguments, as staff or visitor. */
export function availabilityRequest(dice: Dice, { anonKey, token }: Caller, named: Named): Draft {
  const [name, args] = dice.of(calls(named));
  const json = Object.entries(args)
    .filter(() => !dice.may(0.03))
    .map(([key, value]) => `${JSON.stringify(key)}:${spoiled(value, dice, 0.25)}`)
    .join(',');
  const { body, type } = dice.may(0.9)
    ? { body: `{${json}}`, type: 'application/json' }
    : wrongly(`{${json}}`, dice);
  const headers: [string, string][] = [
    ['apikey', anonKey],
    ['content-type', type],
  ];
  if (dice.may(0.8)) headers.push(['authorization', `Bearer ${token}`]);
  return { area: name, method: 'POST', target: `/rest/v1/rpc/${name}`, headers, body };
}
