import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { committedAs, refusal, useStudio, type CallerName } from './studio.ts';

/** The answer of `public.notices`. */
export interface Notices {
  settings: {
    screen: string[];
    sound: string[];
    push: string[];
    quiet_from: string | null;
    quiet_to: string | null;
  };
  key: string | null;
  devices: { id: string; endpoint: string; device: string; last_ok: string | null }[];
}

/** A browser's subscription, as `PushSubscription` gives it. */
export function newSubscription(endpoint = `https://push.example.test/${randomUUID()}`) {
  const ecdh = createECDH('prime256v1');
  return {
    endpoint,
    p256dh: ecdh.generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
    device: 'Chrome on Android',
  };
}

/** A small studio, and its staff with their sessions and devices. */
export function useNotices() {
  const studio = useStudio();
  const sessions = new Map<CallerName, string>();
  /** The open session of a caller, made at first. */
  const sessionOf = async (caller: CallerName) => {
    const known = sessions.get(caller);
    if (known) return known;
    const [made] = await studio.db.owner<[{ id: string }]>`
      insert into auth.sessions (user_id) values (${studio.who(caller).sub ?? null}) returning id`;
    sessions.set(caller, made.id);
    return made.id;
  };
  /** Calls a function as that caller and commits; objects are sent as JSON. */
  const call = async <T = unknown>(
    name: string,
    given: Record<string, unknown> = {},
    caller: CallerName = 'crm_user',
  ): Promise<T> => {
    const who = studio.who(caller);
    const claims = who.sub ? { session_id: await sessionOf(caller), aal: 'aal1' } : {};
    return committedAs(studio.db, { ...who, claims }, async (sql) => {
      const named = Object.entries(given).map(([key, value], at) => {
        const cast = typeof value === 'object' && value !== null ? 'jsonb' : 'text';
        const uuid = key === 'subscription' || key === 'record' ? '::uuid' : '';
        return `"${key}" => $${at + 1}::text::${cast}${uuid}`;
      });
      const values = Object.values(given).map((value) =>
        typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as string),
      );
      const [row] = await sql.unsafe<[{ told: T }]>(
        `select ${name}(${named.join(', ')}) as told`,
        values,
      );
      return row.told;
    });
  };
  return {
    studio,
    call,
    said: (name: string, given: Record<string, unknown> = {}, caller: CallerName = 'crm_user') =>
      refusal(call(name, given, caller)),
    notices: (caller: CallerName = 'crm_user') => call<Notices>('notices', {}, caller),
    subscribe: (caller: CallerName = 'crm_user', subscription = newSubscription()) =>
      call<string>('save_push_subscription', subscription, caller),
    sessionOf,
    /** Ends a caller's session, as signing out does. */
    endSession: async (caller: CallerName) => {
      await studio.db.owner`delete from auth.sessions where id = ${await sessionOf(caller)}`;
      sessions.delete(caller);
    },
    personOf: (caller: CallerName) => studio.who(caller).sub ?? '',
  };
}
