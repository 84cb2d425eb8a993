import WebSocketOfNode from 'ws';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Account, useGateway } from '#tests/support/gateway.ts';
import { joined, useRealtimeClients } from '#tests/support/realtime-clients.ts';
import { eventually } from '#tests/support/waiting.ts';

const gateway = useGateway();
const { signedIn } = useRealtimeClients(gateway);

let admin: Account;
beforeAll(async () => {
  admin = await gateway.createStaff('admin');
});

describe('connections without a channel', () => {
  const TO_PROPS = { event: '*', schema: 'public', table: 'props' } as const;
  const held: WebSocketOfNode[] = [];
  /** Opens one from that address; says what became of it. */
  const openedFrom = (address: string) =>
    new Promise<string>((resolve) => {
      const url = `${gateway.url.replace('http', 'ws')}/realtime/v1/websocket`;
      const headers = { 'x-forwarded-for': address };
      const socket = new WebSocketOfNode(`${url}?apikey=${gateway.anonKey}&vsn=2.0.0`, { headers });
      held.push(socket);
      socket.once('open', () => resolve('open')).once('error', ({ message }) => resolve(message));
    });
  const letGo = async () => {
    const open = held.filter(({ readyState }) => readyState !== WebSocketOfNode.CLOSED);
    held.length = 0;
    const closed = open.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of open) socket.terminate();
    await Promise.all(closed);
  };

  it('are a hundred from one network, and the others find room', async () => {
    for (let n = 0; n < 100; n += 1) {
      expect(await openedFrom(`2001:db8:1:1::${n.toString(16)}`)).toBe('open');
    }
    expect(await openedFrom('2001:db8:1:1:ffff::')).toBe('Unexpected server response: 429');
    expect(await openedFrom('2001:db8:1:2::')).toBe('open');
    held[0]?.close();
    const again = () => openedFrom('2001:db8:1:1::1');
    await eventually(async () => expect(await again()).toBe('open'));
    await letGo();
  });

  it(
    'lock nobody out when all are in use: the network with the most loses one',
    { tags: ['long'] },
    async () => {
      const client = await signedIn(admin);
      const channel = client.channel('kept').on('postgres_changes', TO_PROPS, () => {});
      expect(await joined(channel)).toBe('SUBSCRIBED');
      const all = Array.from({ length: 999 }, (_, at) => `198.51.100.${at % 11}`);
      expect(new Set(await Promise.all(all.map(openedFrom)))).toEqual(new Set(['open']));
      expect(await openedFrom('203.0.113.9')).toBe('open');
      expect(await openedFrom('203.0.113.9')).toBe('open');
      const gone = () => held.filter(({ readyState }) => readyState === WebSocketOfNode.CLOSED);
      await eventually(() => expect(gone().length).toBeGreaterThanOrEqual(2));
      expect(channel.state).toBe('joined');
      await letGo();
    },
  );

  it(
    'are closed after some seconds, and those with a channel are not',
    { tags: ['long'] },
    async () => {
      const client = await signedIn(admin);
      const channel = client.channel('kept').on('postgres_changes', TO_PROPS, () => {});
      expect(await joined(channel)).toBe('SUBSCRIBED');
      expect(await openedFrom('192.0.2.1')).toBe('open');
      const closed = new Promise((resolve) => held[0]?.once('close', resolve));
      expect(await closed).toBe(1008);
      expect(channel.state).toBe('joined');
      await letGo();
    },
  );
});
