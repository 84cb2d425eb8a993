import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { CALLERS, committedAs, refusal, useStudio } from './studio.ts';
import type { CallerName } from './studio.ts';

const studio = useStudio();

/** The arguments sent by the contact form, invalid values included. */
type Contact = Record<
  'idempotency_key' | 'first_name' | 'last_name' | 'mobile' | 'email' | 'message',
  string | null
> & { amends?: boolean };
type Answer = { status: string; received_at: string };

const contact = (given: Partial<Contact> = {}): Contact => ({
  idempotency_key: randomUUID(),
  first_name: 'Meera',
  last_name: 'Nair',
  mobile: '+919822222222',
  email: 'meera@example.test',
  message: 'Do you have parking?',
  ...given,
});

const submit = (sent: Contact, caller: CallerName = 'anon') =>
  committedAs(studio.db, studio.who(caller), async (sql) => {
    const [row] = await sql<{ answer: Answer }[]>`
      select submit_contact_enquiry(${sent.idempotency_key}, ${sent.first_name}, ${sent.last_name},
        ${sent.mobile}, ${sent.email}, ${sent.message}, ${sent.amends ?? false}) as answer`;
    return row?.answer;
  });

const saved = async (mobile: string) => studio.db.owner`
  select customer.first_name, customer.email, message, contact_first_name, contact_last_name,
    contact_email
  from contact_enquiries join customers as customer on customer.id = customer_id
  where mobile = ${mobile} order by contact_enquiries.created_at`;

const keys = async () => (await studio.db.owner`select from private.idempotency_keys`).count;

describe('a message', () => {
  test('is saved with its customer, as sent, trimmed', async () => {
    const answer = await submit(contact({ first_name: ' Meera ', message: ' Hello \n' }));
    expect(answer).toEqual({ status: 'received', received_at: expect.stringMatching(/^20\d\d-/) });
    expect(await saved('+919822222222')).toEqual([
      {
        first_name: 'Meera',
        email: 'meera@example.test',
        message: 'Hello',
        contact_first_name: 'Meera',
        contact_last_name: 'Nair',
        contact_email: 'meera@example.test',
      },
    ]);
  });

  test('that is amended after a lost answer stays one message, unless it is handled', async () => {
    const mobile = '+919855550001';
    const sent = contact({ mobile });
    const first = await submit(sent);
    const amended = { ...sent, message: 'Do you have parking? For two vans', amends: true };
    expect(await submit(amended)).toEqual(first);
    expect(await submit({ ...amended, amends: false })).toEqual(first);
    expect(await saved(mobile)).toMatchObject([{ message: 'Do you have parking? For two vans' }]);
    const events = await studio.db.owner`
      select actor from crm_events where subject = 'message' and what = 'amended'`;
    expect(events).toEqual([{ actor: 'visitor' }]);
    await studio.db.owner`
      update contact_enquiries set handled_at = now() where contact_first_name = 'Meera'`;
    await submit({ ...sent, message: 'And a lift?', amends: true });
    expect(await saved(mobile)).toMatchObject([
      { message: 'Do you have parking? For two vans' },
      { message: 'And a lift?' },
    ]);
  });

  test('from a known mobile does not change the customer', async () => {
    const mobile = '+919800000001';
    await submit(contact({ mobile, email: 'other@example.test' }));
    expect((await saved(mobile)).at(-1)).toMatchObject({
      first_name: 'Asha',
      email: 'asha@example.test',
      contact_first_name: 'Meera',
      contact_email: 'other@example.test',
    });
  });

  test.each([[null], [''], ['  ']])('may be left out (%j)', async (message) => {
    const mobile = `+9198333333${String(message?.length ?? 9).padStart(2, '0')}`;
    await submit(contact({ mobile, message }));
    expect(await saved(mobile)).toMatchObject([{ message: null }]);
  });

  test('is accepted from every caller', async () => {
    for (const [place, caller] of CALLERS.entries()) {
      const mobile = `+919844444${String(place).padStart(3, '0')}`;
      await submit(contact({ mobile }), caller);
      expect(await saved(mobile)).toHaveLength(1);
    }
  });
});

describe('a refusal', () => {
  const MOBILE =
    'Please enter a valid Indian mobile number (+91 followed by 10 digits starting with 6-9)';
  test.each<[string, Partial<Contact>, string]>([
    ['first_name', { first_name: ' ' }, 'First name is required'],
    ['first_name', { first_name: 'x'.repeat(81) }, 'First name must be at most 80 characters'],
    ['last_name', { last_name: null }, 'Last name is required'],
    ['mobile', { mobile: '982222222' }, MOBILE],
    ['mobile', { mobile: '+915822222222' }, MOBILE],
    ['email', { email: 'meera@example' }, 'Please enter a valid email address'],
    ['message', { message: 'x'.repeat(2001) }, 'Message must be at most 2000 characters'],
    ['idempotency_key', { idempotency_key: null }, 'An idempotency key is required'],
  ])('names the field: %s %j', async (field, given, message) => {
    const before = await keys();
    const said = await refusal(submit(contact(given)));
    expect(said).toEqual({
      code: 'PT422',
      message,
      detail: JSON.stringify({ field }).replace(':', ': '),
    });
    expect(await keys()).toBe(before);
  });

  test.each([
    ['customers', 'customer_create'],
    ['contact_enquiries', 'contact_save'],
  ])('of %s names the step %s and saves nothing', async (table, step) => {
    const sql = studio.db.owner;
    await sql.unsafe(`create function public.broken() returns trigger language plpgsql as
      $$ begin raise exception 'The disk is on fire'; end $$;
      create trigger broken before insert on ${table} for each row execute function broken()`);
    const said = await refusal(submit(contact({ mobile: '+919855555555' })));
    await sql.unsafe(`drop function public.broken() cascade`);
    expect(said).toMatchObject({ message: 'The disk is on fire', hint: step });
    expect(await sql`select from customers where mobile = '+919855555555'`).toHaveLength(0);
  });
});

test('a failure for a known customer names the lookup step', async () => {
  const sql = studio.db.owner;
  const mobile = '+919844444444';
  await submit(contact({ mobile }));
  await sql.unsafe(`create function public.broken() returns trigger language plpgsql as
    $$ begin raise exception 'The disk is on fire'; end $$;
    create trigger broken before update on customers for each row execute function broken()`);
  const said = await refusal(submit(contact({ mobile })));
  await sql.unsafe(`drop function public.broken() cascade`);
  expect(said).toMatchObject({ message: 'The disk is on fire', hint: 'customer_lookup' });
  expect(await saved(mobile)).toHaveLength(1);
});

describe('an idempotency key', () => {
  test('with the same body returns the first answer; with another it is refused', async () => {
    const sent = contact({ mobile: '+919866666666' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => submit(sent)));
    expect(new Set(answers.map((answer) => answer?.received_at)).size).toBe(1);
    expect(await refusal(submit({ ...sent, message: 'Other' }))).toMatchObject({
      code: 'PT409',
      message: 'idempotency_key_reused',
    });
    expect(await saved('+919866666666')).toHaveLength(1);
  });
});
