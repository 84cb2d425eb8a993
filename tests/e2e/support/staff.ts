import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Sql } from 'postgres';
import { hashSync } from '@node-rs/bcrypt';

/** A staff member of one test. */
export interface StaffMember {
  id: string;
  email: string;
  password: string;
}

const PASSWORD = 'staff-password-1';
// why: a hash of the product's cost takes longer to make and to check than most pages.
const PASSWORD_HASH = hashSync(PASSWORD, { cost: 4 });

/** Creates an account with that role and display name. */
export async function makeStaff(
  sql: Sql,
  role: 'admin' | 'crm_user' | 'inventory_user' | 'storekeeper',
  name: string | null = `Staff ${randomUUID().slice(0, 6)}`,
): Promise<StaffMember> {
  const email = `staff.${randomUUID()}@example.com`;
  const [account] = await sql<{ id: string }[]>`
    insert into auth.users (email, encrypted_password, email_confirmed_at, raw_app_meta_data)
    values (${email}, ${PASSWORD_HASH}, now(), '{"provider": "email", "providers": ["email"]}')
    returning id`;
  if (!account) throw new Error('No account was created.');
  const { id } = account;
  await sql`insert into user_profiles (id, display_name, role) values (${id}, ${name}, ${role})`;
  return { id, email, password: PASSWORD };
}

/** Ends all sessions of an account, like a password change elsewhere. */
export async function endSessions(sql: Sql, id: string): Promise<void> {
  await sql`delete from auth.sessions where user_id = ${id}`;
}

/** The read that tells a page whether it may stay open. */
const POLLS = /\/rest\/v1\/(user_profiles|rpc\/second_factor)/;

/**
 * Ends sessions under an open page, which learns of it by what the test does then; returns once it asks to sign in.
 * why: a poll that is refused first would lead away from what the test presses.
 */
export async function endSessionsUnder(
  page: Page,
  end: () => Promise<void>,
  act: () => Promise<void>,
): Promise<void> {
  await page.route(POLLS, () => {});
  await end();
  await act();
  await page.waitForURL(/\/ops$/);
  await page.unroute(POLLS);
}

/** A customer of one test. */
export interface TestCustomer {
  id: string;
  number: string;
  name: string;
  mobile: string;
  email: string;
}

/** Creates a customer with a unique name of letters. */
export async function makeCustomer(sql: Sql): Promise<TestCustomer> {
  const tag = randomUUID().replaceAll('-', '').slice(0, 10);
  const last = `Test${tag.replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`;
  const mobile = `+919${String(parseInt(tag.slice(0, 8), 16))
    .padStart(9, '0')
    .slice(-9)}`;
  const email = `kavya.${tag}@example.com`;
  const [row] = await sql<{ id: string; number: string }[]>`
    insert into customers (first_name, last_name, mobile, email)
    values ('Kavya', ${last}, ${mobile}, ${email}) returning id, customer_number as number`;
  if (!row) throw new Error('No customer was created.');
  return { ...row, name: `Kavya ${last}`, mobile, email };
}

/** Saves a contact form message of a customer. */
export async function putMessage(sql: Sql, customerId: string, message: string): Promise<void> {
  await sql`
    insert into contact_enquiries (customer_id, message, contact_first_name, contact_last_name, contact_email)
    values (${customerId}, ${message}, 'Kavi', 'Other', 'kavi.other@example.com')`;
}
