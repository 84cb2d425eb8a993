import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { StartError, toStartError } from '#backend';

/**
 * Name of the last entry of an archive: the digests of all others, in the format of `sha256sum -c`.
 */
const SUMS = 'SHA256SUMS';

/** One file of an archive. `bytes` can be read once, completely or not at all. */
export interface Entry {
  name: string;
  size: number;
  bytes: AsyncIterable<Uint8Array>;
}

/** Adds a file to an archive; resolves when it was handed to the operating system. */
export type Add = (
  name: string,
  size: number,
  bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
) => Promise<void>;

const sumOf = (digest: string, name: string) => `${digest}  ${name}\n`;

/**
 * Writes a gzipped tar of the files that `fill` adds, with mode 0600. The file appears under its
 * name only when it is complete and synced to disk.
 * @returns its size in bytes.
 * @throws StartError when a file of that name exists, and errors of the disk or of `fill`.
 */
export async function writeArchive(
  file: string,
  fill: (add: Add) => Promise<void>,
): Promise<number> {
  if (existsSync(file)) throw new StartError(`${file} is there already: name another file.`);
  const draft = `${file}.${process.pid}.part`;
  const drop = () => rmSync(draft, { force: true });
  process.once('exit', drop);
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
    throw isOfFile(error) ? toStartError(`Cannot write ${file}`, error) : error;
  } finally {
    process.off('exit', drop);
    await rm(draft, { force: true });
  }
}

/** Whether it is a file system error, not an unreachable database. */
const isOfFile = (error: unknown) =>
  error instanceof Error && 'syscall' in error && error.syscall !== 'connect';

/** Parses SHA256SUMS, in any form that sha256sum writes. */
function digestsIn(sums: string): Map<string, string> {
  const lines = sums.split('\n').flatMap((line) => {
    const [, digest, name] = /^([\da-f]{64}) [ *](?:\.\/)*(.+)$/.exec(line) ?? [];
    return digest && name ? [[name, digest] as const] : [];
  });
  return new Map(lines);
}

/**
 * Streams the files of an archive. It may have been repacked in another order. Integrity is only
 * certain after the last file.
 * @throws StartError as soon as something is missing or altered.
 */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  const unpacked = extract();
  const input = createReadStream(file);
  const reading = pipeline(input, createGunzip(), unpacked);
  reading.catch(() => {});
  const found = new Map<string, string>();
  let sums: string | null = null;
  try {
    for await (const entry of unpacked) {
      const { size = 0, type } = entry.header;
      // Other programs add folders, and prefix names with "./".
      const name = entry.header.name.replace(/^(\.\/)+/, '');
      if (type === 'directory') {
        entry.resume();
        continue;
      }
      const digest = createHash('sha256');
      async function* read() {
        for await (const chunk of entry as AsyncIterable<Uint8Array>) {
          digest.update(chunk);
          yield chunk;
        }
      }
      const bytes = read();
      if (found.has(name)) throw new StartError(`it holds ${name} twice`);
      if (name === SUMS) {
        sums = await textOf(bytes);
        found.set(name, '');
        continue;
      }
      yield { name, size, bytes };
      for await (const _ of bytes);
      found.set(name, digest.digest('hex'));
    }
    await reading;
    if (sums === null) throw new StartError('it is cut short');
    found.delete(SUMS);
    const digests = digestsIn(sums);
    digests.delete(SUMS);
    const isSame = [...found].every(([name, digest]) => digests.get(name) === digest);
    if (!isSame || digests.size !== found.size) {
      throw new StartError('its contents differ from their digests');
    }
  } catch (error) {
    if (isOfFile(error)) throw toStartError(`Cannot read ${file}`, error);
    const { code, message } = error as NodeJS.ErrnoException;
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
