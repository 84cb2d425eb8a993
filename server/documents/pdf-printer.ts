import { Worker } from 'node:worker_threads';
import type { FrozenDocument } from '#domain/documents/frozen-document.ts';
import type { Logo } from './document-head.ts';
import type { PrintedMessage, PrintMessage } from './pdf-messages.ts';

/** Limits of the thread. */
export const PRINTER_LIMITS = {
  memoryMb: 192,
  /** Time for one document from its start (ms). */
  documentMs: 20_000,
  /** The thread ends after this time without a document (ms). */
  idleMs: 60_000,
};

/** A printed document, and the processor time that it took (ms). */
export interface Printed {
  file: Uint8Array<ArrayBuffer>;
  cpuMs: number;
}

/** Prints documents in a thread, one after the other. */
export interface PdfPrinter {
  /** @throws Error when the document cannot be printed, takes too long, or the thread ends. */
  print: (document: FrozenDocument, logo: Logo | null) => Promise<Printed>;
  /** Ends the thread; what it prints is refused. */
  close: () => Promise<void>;
}

interface Job {
  message: PrintMessage;
  resolve: (printed: Printed) => void;
  reject: (error: Error) => void;
}

/**
 * Opens a printer. Its thread starts with the first document and ends when idle. why a thread: printing takes tens of
 * milliseconds of processor time, in which the process would answer nobody.
 */
export function createPdfPrinter(limits = PRINTER_LIMITS): PdfPrinter {
  let worker: Worker | null = null;
  let current: Job | null = null;
  let timer: NodeJS.Timeout | undefined;
  let lastId = 0;
  const waiting: Job[] = [];

  const end = async (ended: Worker | null) => {
    clearTimeout(timer);
    if (worker === ended) worker = null;
    await ended?.terminate();
  };
  const settle = (settled: (job: Job) => void) => {
    clearTimeout(timer);
    const job = current;
    current = null;
    if (job) settled(job);
    printNext();
  };
  /** Ends a thread that cannot go on; the next document starts another. */
  const fail = (failed: Worker, reason: string) => {
    if (worker !== failed) return;
    void end(failed);
    settle((job) => job.reject(new Error(reason)));
  };
  const start = () => {
    const started = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 8 },
    });
    started.unref();
    started.on('message', (message: PrintedMessage) => {
      if (message.id !== current?.message.id) return;
      settle((job) =>
        'file' in message
          ? job.resolve({ file: message.file, cpuMs: message.cpuMs })
          : job.reject(new Error(message.error)),
      );
    });
    started.on('error', (error) => fail(started, `The printing thread failed: ${String(error)}`));
    started.on('exit', () => fail(started, 'The printing thread ended.'));
    return started;
  };
  function printNext(): void {
    if (current) return;
    const job = waiting.shift();
    if (!job) {
      const idle = worker;
      timer = setTimeout(() => void end(idle), limits.idleMs).unref();
      return;
    }
    clearTimeout(timer);
    current = job;
    const used = (worker ??= start());
    timer = setTimeout(
      () => fail(used, `Printing took longer than ${limits.documentMs} ms.`),
      limits.documentMs,
    ).unref();
    used.postMessage(job.message);
  }

  return {
    print: async (document, logo) =>
      new Promise<Printed>((resolve, reject) => {
        lastId += 1;
        waiting.push({ message: { id: lastId, document, logo }, resolve, reject });
        printNext();
      }),
    close: async () => {
      for (const job of waiting.splice(0)) job.reject(new Error('The printer is closed.'));
      const used = worker;
      worker = null;
      settle((job) => job.reject(new Error('The printer is closed.')));
      await end(used);
    },
  };
}
