import { randomInt, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '#backend/auth/users.ts';
import { scaled } from '#tests/support/scale.ts';
import { createAsker, type Answer } from './support/ask.ts';
import { useAttackedSite } from './support/attacked-site.ts';
import { auc, byChance } from './support/auc.ts';

/** Maximum AUC with which response times may separate known from unknown. */
const MOST = 0.55;
const NUMBERS = scaled(10_000, 240);
const SIGN_INS = scaled(600, 24);

const site = useAttackedSite();
// why: sequential, so that only the response itself is measured.
const ask = createAsker(1);
const post = (path: string, body: object) =>
  ask(site.address + path, { method: 'POST', headers: { apikey: site.anonKey }, body });

type Group = 'known' | 'unknown';
type Times = Record<Group, number[]>;

let prop = '';
let given = 0;

/** A number without earlier submissions, of a customer or of nobody. */
const mobileOf = (group: Group) => {
  given += 1;
  return `+91${group === 'known' ? 9 : 8}${String(given).padStart(9, '0')}`;
};

const message = (mobile: string) => ({
  idempotency_key: randomUUID(),
  first_name: 'Asha',
  last_name: 'Rao',
  mobile,
  email: 'asha@example.test',
  message: 'Are you open on Sundays?',
});
const enquiry = (mobile: string, price = 100) => ({
  ...message(mobile),
  rental_from: '2099-01-01',
  rental_to: '2099-01-02',
  items: [{ type: 'prop', id: prop, quantity: 1, price }],
});

beforeAll(async () => {
  const { sql } = site;
  const [row] = await sql<{ id: string }[]>`
    insert into public.props (name, price) values ('A lamp', 100) returning id`;
  prop = row?.id ?? '';
  await sql`
    insert into public.customers (first_name, last_name, mobile, email)
    select 'Asha', 'Rao', '+919' || lpad(n::text, 9, '0'), 'asha' || n || '@example.test'
    from generate_series(1, ${3 * NUMBERS}::int) as n`;
  await sql.unsafe('vacuum analyze');
});

/** Replaces values by their types. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, shapeOf(held)]));
}
const looksOf = ({ status, headers, text }: Answer) =>
  JSON.stringify({
    status,
    headers: Object.keys(headers).toSorted(),
    body: shapeOf(JSON.parse(text)),
  });

/** Sends as many requests of each group in random order; returns shapes and times. */
async function sendAll(count: number, send: (group: Group) => Promise<Answer>) {
  const groups = Array.from({ length: count }, (_, at): Group => (at % 2 ? 'known' : 'unknown'))
    .map((group) => ({ group, at: randomInt(2 ** 40) }))
    .toSorted((one, other) => one.at - other.at);
  const looks = { known: new Set<string>(), unknown: new Set<string>() };
  const times: Times = { known: [], unknown: [] };
  for (const { group } of groups) {
    const answer = await send(group);
    looks[group].add(looksOf(answer));
    times[group].push(answer.ms);
  }
  return { looks, times };
}

/** Whether the times separate the groups by more than `MOST`, and by more than chance. */
function tells({ known, unknown }: Times): { auc: number; isTold: boolean } {
  const found = auc(known, unknown);
  const chance = 0.5 + byChance(known.length, unknown.length);
  return { auc: found, isTold: found > Math.max(MOST, chance) };
}

describe('a mobile number', () => {
  const forms = [
    ['submit_enquiry', enquiry],
    ['submit_contact_enquiry', message],
  ] as const;

  it('is taken by these two functions alone of those that visitors may call', async () => {
    const taking = await site.sql<{ name: string }[]>`
      select proname as name from pg_proc
      where pronamespace = 'public'::regnamespace and has_function_privilege('anon', oid, 'execute')
        and array_to_string(proargnames, ' ') ~* 'mobile|phone|email|number|customer|enquiry_'
      order by 1 desc`;
    expect(taking.map(({ name }) => name)).toEqual(forms.map(([name]) => name));
  });

  it.each(forms)('that %s gets is answered alike, known or not', async (name, form) => {
    const path = `/rest/v1/rpc/${name}`;
    const { looks, times } = await sendAll(NUMBERS, (group) => post(path, form(mobileOf(group))));
    expect(looks.known.size).toBe(1);
    expect([...looks.known][0]).toContain('"status":200');
    expect(looks.unknown).toEqual(looks.known);
    const told = tells(times);
    console.info(`${name}: AUC ${told.auc.toFixed(3)} of ${NUMBERS} numbers`);
    expect(told).toMatchObject({ isTold: false });
  });

  it('is refused alike, known or not', async () => {
    const path = '/rest/v1/rpc/submit_enquiry';
    const refused: [number, (mobile: string) => object][] = [
      [409, (mobile) => enquiry(mobile, 99)],
      [422, (mobile) => ({ ...enquiry(mobile), email: 'none' })],
      [422, (mobile) => ({ ...enquiry(mobile), rental_to: '2098-01-01' })],
    ];
    const answers = async (body: (mobile: string) => object) => [
      (await post(path, body(mobileOf('known')))).text,
      (await post(path, body(mobileOf('unknown')))).text,
    ];
    for (const [status, body] of refused) {
      const { looks } = await sendAll(4, (group) => post(path, body(mobileOf(group))));
      expect([...looks.known][0]).toContain(`"status":${status}`);
      expect(looks.unknown).toEqual(looks.known);
      const [known, unknown] = await answers(body);
      expect(known).toBe(unknown);
    }
    await site.sql`select private.set_limit('enquiries_by_mobile', 0)`;
    const [known, unknown] = await answers(enquiry);
    await site.sql`select private.set_limit('enquiries_by_mobile', null)`;
    expect(known).toContain('Too many enquiries from this mobile number');
    expect(known).toBe(unknown);
  });

  it('would be detected by a delay for known ones', async () => {
    const send = (group: Group) =>
      post('/rest/v1/rpc/submit_contact_enquiry', message(mobileOf(group)));
    // why: beside the noise of a busy machine a short delay is not seen in few requests.
    const { known, unknown } = (await sendAll(scaled(0, 20), send)).times;
    const noise = Math.max(0, ...known, ...unknown) / 1000;
    await site.sql.unsafe(`
      create function public.known_too_late() returns trigger language plpgsql as
        $$ begin perform pg_sleep(${scaled(0.008, Math.max(0.05, noise))}); return new; end $$;
      create trigger known_too_late before update on public.customers
        for each row execute function public.known_too_late()`);
    const { times } = await sendAll(scaled(300, 120), send);
    await site.sql.unsafe('drop function public.known_too_late() cascade');
    expect(tells(times)).toMatchObject({ isTold: true });
  });
});

describe('an e-mail address', () => {
  const EMAIL = 'owner@studio.example';
  let tried = 0;
  const emailOf = (group: Group) => {
    tried += 1;
    return group === 'known' ? EMAIL : `nobody-${tried}@studio.example`;
  };
  beforeAll(() => createUser(site.sql, { email: EMAIL, password: 'the-owner-of-it-all' }));

  it('is answered alike when signing in, with an account or without', async () => {
    const { looks, times } = await sendAll(SIGN_INS, (group) =>
      post('/auth/v1/token?grant_type=password', { email: emailOf(group), password: 'a-guess' }),
    );
    expect(looks.known.size).toBe(1);
    expect([...looks.known][0]).toContain('"status":400');
    expect(looks.unknown).toEqual(looks.known);
    const told = tells(times);
    console.info(`sign-in: AUC ${told.auc.toFixed(3)} of ${SIGN_INS} tries`);
    expect(told).toMatchObject({ isTold: false });
  });

  it.each(['recover', 'otp', 'magiclink', 'resend', 'signup', 'invite'])(
    'is answered alike by /auth/v1/%s, which sends nothing',
    async (door) => {
      const [known, unknown] = await Promise.all(
        [EMAIL, 'nobody@studio.example'].map((email) =>
          post(`/auth/v1/${door}`, { email, password: 'a-password-1', type: 'signup' }),
        ),
      );
      expect(known?.status).toBe(door === 'signup' ? 422 : 404);
      expect([unknown?.status, unknown?.text]).toEqual([known?.status, known?.text]);
    },
  );
});
