import { parentPort } from 'node:worker_threads';
import { documentPdf } from './document-pdf.ts';
import type { PrintedMessage, PrintMessage } from './pdf-messages.ts';

/** The thread of pdf-printer.ts: prints one document after the other. */
if (!parentPort) throw new Error('This file runs in a worker thread.');
const port = parentPort;

async function print({ id, document, logo }: PrintMessage): Promise<void> {
  const before = process.threadCpuUsage();
  try {
    const file = await documentPdf(document, logo);
    const { user, system } = process.threadCpuUsage(before);
    const printed: PrintedMessage = { id, file, cpuMs: (user + system) / 1000 };
    port.postMessage(printed, [file.buffer]);
  } catch (error) {
    const failed: PrintedMessage = {
      id,
      error: error instanceof Error ? String(error.stack) : String(error),
    };
    port.postMessage(failed);
  }
}

let last = Promise.resolve();
port.on('message', (message: PrintMessage) => {
  last = last.then(() => print(message));
});
