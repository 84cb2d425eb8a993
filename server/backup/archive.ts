import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { StartError, toStartError } from '#backend';

/** Entry of an archive, its last when it is written: the digests of all others, as `sha256sum -c` reads them. */
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

/** Whether reading or writing a file failed; no database that cannot be reached. */
const isOfFile = (error: unknown) =>
  error instanceof Error && 'syscall' in error && error.syscall !== 'connect';

/** The digests of SHA256SUMS by name, however another program wrote them. */
function digestsIn(sums: string): Map<string, string> {
  const lines = sums.split('\n').flatMap((line) => {
    const [, digest, name] = /^([\da-f]{64}) [ *](?:\.\/)*(.+)$/.exec(line) ?? [];
    return digest && name ? [[name, digest] as const] : [];
  });
  return new Map(lines);
}

/**
 * Reads the files of an archive in their order, without keeping them. Another program may have packed
 * them again, in another order. Only after the last is it known that all were whole.
 * @throws StartError as soon as something is missing or not what was written.
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
      // Other programs pack folders, too, and begin each name with "./".
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
