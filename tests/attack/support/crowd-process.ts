import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** The process of `sendCrowd`. */
export interface Orders {
  site: string;
  connections: number;
  requests: string[];
  sips: number;
}

process.once('message', (message) => void crowd(message as Orders));
process.once('disconnect', () => process.exit(0));

async function crowd({ site, connections, requests, sips }: Orders): Promise<void> {
  const { hostname: host, port } = new URL(site);
  const sockets: Socket[] = [];
  setInterval(() => {
    for (const socket of sockets) if (sips > 0) socket.read(sips / 10);
  }, 100);
  for (let at = 0; at < connections; at += 1) {
    const socket = connect({ host, port: Number(port) });
    socket.on('error', () => {}).pause();
    socket.write(requests[at % requests.length] ?? '', 'latin1');
    sockets.push(socket);
    // why: a few at a time, because the listen backlog is short.
    if (at % 50 === 49) await wait(5);
  }
}
