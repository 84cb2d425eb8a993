import { z } from 'zod';

/** A message of a Phoenix channel, in either direction. */
export type Message = {
  /** The join of the topic that it belongs to. */
  joinRef: string | null;
  /** Identifies the message that a reply belongs to. */
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
};

const frame = z.tuple([
  z.nullable(z.string().max(64)),
  z.nullable(z.string().max(64)),
  // why: policies are evaluated with the topic, and PostgreSQL text holds no NUL.
  z.string().regex(/^[^\0]{1,255}$/),
  z.string().min(1).max(64),
  z.unknown(),
]);

const FILTER = /^([^=]+)=(eq|neq|in)\.(.*)$/s;

const binding = z.object({
  event: z.enum(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: z.string().max(63),
  table: z.string().max(63).optional(),
  filter: z.string().max(1000).regex(FILTER).optional(),
});

/** The filter of one `postgres_changes` listener. */
export type Binding = z.output<typeof binding>;

/** A JWT (RFC 7519 §3) by its syntax; the signature is checked later. */
export const token = z
  .string()
  .max(8_000)
  .regex(/^[\w.-]+$/);

const join = z.object({
  config: z.object({
    broadcast: z
      .object({ ack: z.boolean().default(false), self: z.boolean().default(false) })
      .optional(),
    presence: z.object({ enabled: z.boolean().default(false) }).optional(),
    postgres_changes: z.array(binding).max(20).default([]),
    private: z.boolean().default(false),
  }),
  access_token: token.optional(),
});

/** The payload of a join. */
export type Join = z.output<typeof join>;

/** Parses the payload of a join; null when it requests something unsupported. */
export const readJoin = (payload: unknown): Join | null => join.safeParse(payload).data ?? null;

const PUSH = 3;
const JSON_ENCODING = 1;
const PUSH_HEADER = 7;

/**
 * Parses a frame of protocol version 2.0.0: a JSON array, or the binary form of broadcasts (kind,
 * five lengths, encoding, then the texts). Null when it is neither. Source: the serializer of
 * @supabase/realtime-js 2.119.
 */
export function readFrame(data: Buffer, isBinary: boolean): Message | null {
  try {
    return isBinary ? readPush(data) : readText(data.toString('utf8'));
  } catch {
    return null;
  }
}

function readText(text: string): Message | null {
  const read = frame.safeParse(JSON.parse(text));
  if (!read.success) return null;
  const [joinRef, ref, topic, event, payload] = read.data;
  return { joinRef, ref, topic, event, payload };
}

function readPush(data: Buffer): Message | null {
  const [kind, ...lengths] = data.subarray(0, PUSH_HEADER - 1);
  if (kind !== PUSH || data[PUSH_HEADER - 1] !== JSON_ENCODING) return null;
  let offset = PUSH_HEADER;
  const [joinRef, ref, topic, event] = lengths.map((length) => {
    offset += length;
    return data.toString('utf8', offset - length, offset);
  });
  if (!topic || !event) return null;
  const payload = { type: 'broadcast', event, payload: JSON.parse(data.toString('utf8', offset)) };
  return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload };
}

/** Serializes a frame. */
export const writeFrame = ({ joinRef, ref, topic, event, payload }: Message): string =>
  JSON.stringify([joinRef, ref, topic, event, payload]);

/** Whether a listener's filter matches a change of this row. */
export function isMatch(
  { event, schema, table, filter }: Binding,
  change: { schema: string; table: string; type: string },
  row: Record<string, unknown>,
): boolean {
  if (event !== '*' && event !== change.type) return false;
  if (schema !== '*' && schema !== change.schema) return false;
  if (table && table !== '*' && table !== change.table) return false;
  const [, column = '', operator, value = ''] = FILTER.exec(filter ?? '') ?? [];
  if (!operator) return true;
  const held = row[column];
  if (held === undefined || held === null) return false;
  const text = typeof held === 'string' ? held : JSON.stringify(held);
  if (operator === 'in')
    return value
      .replace(/^\(|\)$/g, '')
      .split(',')
      .includes(text);
  return (text === value) === (operator === 'eq');
}
