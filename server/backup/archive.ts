import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { StartError } from '#backend/postgres/start-error.ts';

/** Last entry of an archive: the digests of all others, as `sha256sum -c` reads them. */
const SUMS = 'SHA256SUMS';

/** One file of an archive. `bytes` is read once, whole or not at all. */
export interface Entry {
  name: string;
  size: number;
  bytes: AsyncIterable<Uint8Array>;
}

/** Puts one more file into an archive; resolves when it has gone to the disk's buffers. */
export type Add = (
  name: string,
  size: number,
  bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
) => Promise<void>;

const sumOf = (digest: string, name: string) => `${digest}  ${name}\n`;

/**
 * Writes a gzipped tar of what `fill` adds, readable by this user alone (0600). It appears under
 * its name when it is whole and safe on the disk, and not at all otherwise.
 * @returns its length in bytes.
 * @throws StartError where there is a file of that name, and what the disk or `fill` throws.
 */
export async function writeArchive(
  file: string,
  fill: (add: Add) => Promise<void>,
): Promise<number> {
  if (existsSync(file)) throw new StartError(`${file} is there already: name another file.`);
  const draft = `${file}.${process.pid}.part`;
  const archive = pack();
  const output = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
  const broken = new AbortController();
  const written = pipeline(archive, createGzip(), output).catch((error: unknown) => {
    broken.abort(error);
    throw error;
  });
  let sums = '';

  const add: Add = async (name, size, bytes) => {
    const digest = createHash('sha256');
    const ended = Promise.withResolvers<void>();
    const entry = archive.entry({ name, size, mode: 0o600 }, (error) =>
      error ? ended.reject(error) : ended.resolve(),
    );
    ended.promise.catch(() => {});
    for await (const chunk of bytes) {
      digest.update(chunk);
      if (!entry.write(chunk)) await once(entry, 'drain', { signal: broken.signal });
    }
    entry.end();
    await ended.promise;
    sums += sumOf(digest.digest('hex'), name);
  };
  const filled = async () => {
    await fill(add);
    const listed = Buffer.from(sums);
    await add(SUMS, listed.length, [listed]);
    archive.finalize();
  };

  try {
    await Promise.all([written, filled()]);
    await rename(draft, file);
    await using folder = await open(dirname(file));
    await folder.sync();
    return output.bytesWritten;
  } catch (error) {
    archive.destroy();
    await written.catch(() => {});
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Reads the files of an archive in their order, without keeping them. Only after the last is it
 * known that all were whole.
 * @throws StartError as soon as something is missing or not what was written.
 */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  const unpacked = extract();
  const input = createReadStream(file);
  const reading = pipeline(input, createGunzip(), unpacked);
  reading.catch(() => {});
  let sums = '';
  let isWhole = false;
  try {
    for await (const entry of unpacked) {
      const { name, size = 0 } = entry.header;
      const digest = createHash('sha256');
      async function* read() {
        for await (const chunk of entry as AsyncIterable<Uint8Array>) {
          digest.update(chunk);
          yield chunk;
        }
      }
      const bytes = read();
      if (isWhole) throw new StartError('something follows its end');
      if (name === SUMS) {
        isWhole = (await textOf(bytes)) === sums;
        if (!isWhole) throw new StartError('its contents differ from their digests');
        continue;
      }
      yield { name, size, bytes };
      for await (const _ of bytes);
      sums += sumOf(digest.digest('hex'), name);
    }
    await reading;
    if (!isWhole) throw new StartError('it is cut short');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new StartError(`There is no file ${file}.`, { cause: error });
    const isOurs = error instanceof StartError || code?.startsWith('Z_') || !code;
    if (!isOurs) throw error;
    throw new StartError(`${file} is no whole backup: ${message}.`, { cause: error });
  } finally {
    input.destroy();
  }
}

/** The text of a small file. */
export async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
