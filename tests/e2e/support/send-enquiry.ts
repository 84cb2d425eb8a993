import { randomInt, randomUUID } from 'node:crypto';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { studioDay } from './days.ts';

/** A sent enquiry and its customer. */
export interface SentEnquiry {
  number: string;
  itemNames: string[];
  /** In rupees, without GST. */
  total: number;
  firstName: string;
  lastName: string;
  mobile: string;
  email: string;
  message: string;
}

interface PropRow {
  id: string;
  name: string;
  price: number;
}

/** Days from now to the first enquiry: beyond the orders of the demo studio. */
const FIRST_DAY = 800;
/** Days between the enquiries of one worker, and between the first ones of two workers. */
const DAYS_APART = 4;
const DAYS_OF_A_WORKER = 400;

let sent = 0;

function daysOfNext(): number {
  const worker = Number(process.env['TEST_WORKER_INDEX'] ?? 0);
  sent += 1;
  return FIRST_DAY + DAYS_OF_A_WORKER * worker + DAYS_APART * (sent - 1);
}

/** Sends a request again while the database is too busy to answer it in time, as a visitor presses again. */
async function whileBusy(send: () => Promise<APIResponse>): Promise<APIResponse> {
  const answer = await send();
  const isBusy = !answer.ok() && (await answer.text()).includes('"57014"');
  return isBusy ? whileBusy(send) : answer;
}

/**
 * Sends an enquiry for two props over three days like a visitor's browser: as anon, through
 * `POST /rest/v1/rpc/submit_enquiry`. Each call creates a new customer and wants other days,
 * so that each enquiry can become an order.
 * @param first Days from now to its first day, for a test that needs one that is near. Others may have the same.
 */
export async function sendEnquiry(
  request: APIRequestContext,
  first = daysOfNext(),
): Promise<SentEnquiry> {
  const page = await (await request.get('/ops')).text();
  const anonKey = /"anonKey":"([^"]+)"/.exec(page)?.[1] ?? '';
  const headers = { apikey: anonKey, authorization: `Bearer ${anonKey}` };
  const address =
    // why the quantity: with too few in stock, conversion would ask for confirmation. why the order: the first are the
    // demo studio's, which no test changes.
    '/rest/v1/props?select=id,name,price&active=is.true&price=gt.0&quantity=gte.2&order=prop_id&limit=2';
  const found = await whileBusy(() => request.get(address, { headers }));
  const props = (await found.json()) as PropRow[];
  const tag = randomUUID().slice(0, 8);
  const customer = {
    first_name: 'Nandini',
    // why: names consist of letters only, and this one must be unique.
    last_name: `Test${tag.replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`,
    mobile: `+91${randomInt(6_000_000_000, 9_999_999_999)}`,
    email: `nandini.${tag}@example.com`,
  };
  const message = `Please keep the <b>lamps</b> aside 🎬 (${tag})`;
  const data = {
    idempotency_key: randomUUID(),
    ...customer,
    rental_from: studioDay(first),
    rental_to: studioDay(first + 2),
    message,
    items: props.map(({ id, price }) => ({ type: 'prop', id, quantity: 2, price })),
  };
  const answer = await whileBusy(() =>
    request.post('/rest/v1/rpc/submit_enquiry', { headers, data }),
  );
  if (!answer.ok()) throw new Error(`The enquiry was rejected: ${await answer.text()}`);
  const saved = (await answer.json()) as { enquiry_number: string; total_price: number };
  return {
    number: saved.enquiry_number,
    itemNames: props.map((prop) => prop.name),
    total: saved.total_price,
    firstName: customer.first_name,
    lastName: customer.last_name,
    mobile: customer.mobile,
    email: customer.email,
    message,
  };
}
