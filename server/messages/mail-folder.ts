import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RenderedMail } from './compose-mail.ts';
import type { RawMail } from './mail-server.ts';

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const PRIVATE = { mode: 0o600 };

/** An e-mail in the folder, for the page of messages. */
export type WrittenMail = RenderedMail & { written_at: string };

/** A folder into which e-mails are written instead of being sent. */
export interface MailFolder {
  /** Writes the e-mail of a message: `<id>.eml` as it would be sent, and `<id>.json` with its parts. */
  write(id: string, mail: RenderedMail, raw: RawMail): Promise<void>;
  /** The e-mail of a message; null when it is not in the folder. */
  read(id: string): Promise<WrittenMail | null>;
  /** The same as a mail program reads it. */
  readRaw(id: string): Promise<Buffer | null>;
}

/** Uses a folder, which is created with the first e-mail. Only its owner can read the files. */
export function createMailFolder(folder: string): MailFolder {
  const pathOf = (id: string, ending: string) => {
    if (!ID.test(id)) throw new RangeError('A message has a UUID.');
    return join(folder, `${id}.${ending}`);
  };
  const put = async (path: string, content: string | Buffer) => {
    const draft = `${path}.${crypto.randomUUID()}`;
    await writeFile(draft, content, PRIVATE);
    await rename(draft, path);
  };
  const get = async (id: string, ending: string): Promise<Buffer | null> => {
    if (!ID.test(id)) return null;
    return readFile(pathOf(id, ending)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
  };
  return {
    write: async (id, mail, raw) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const written: WrittenMail = { ...mail, written_at: new Date().toISOString() };
      await put(pathOf(id, 'eml'), raw.bytes);
      await put(pathOf(id, 'json'), JSON.stringify(written));
    },
    read: async (id) => {
      const text = await get(id, 'json');
      // why: `write` above is the only one that makes these files.
      return text && (JSON.parse(text.toString()) as WrittenMail);
    },
    readRaw: (id) => get(id, 'eml'),
  };
}
