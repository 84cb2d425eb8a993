import { resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<T extends Options> = ReturnType<
  typeof parseArgs<{ allowPositionals: true; options: T }>
>;

/**
 * Parses a script's arguments. `--help` prints the usage and exits; invalid arguments exit with
 * code 1, the reason and the usage.
 * @param most maximum number of positional arguments
 */
export function scriptArguments<const T extends Options>(
  usage: string,
  options: T,
  most = 0,
): Parsed<T> {
  const all = process.argv.slice(2);
  if (all.some((argument) => /^(--help|-h|\?)$/.test(argument))) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  try {
    const parsed: Parsed<T> = parseArgs({ allowPositionals: true, options });
    const tooMany: string | undefined = parsed.positionals[most];
    if (tooMany === undefined) return parsed;
    return refuseArguments(usage, `"${tooMany}" is one argument too many.`);
  } catch (error) {
    // why: Node appends a hint about passing the option as a positional, which no script here
    // accepts.
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error);
    return refuseArguments(usage, `${reason}.`);
  }
}

/** Exits with code 1 after printing the reason, if any, and the usage. */
export function refuseArguments(usage: string, reason?: string): never {
  process.stderr.write(`${reason ? `${reason}\n` : ''}${usage}\n`);
  process.exit(1);
}

/**
 * Resolves a file argument against the caller's working directory. why: npm runs scripts in the
 * project's folder.
 */
export const fileNamed = (name: string): string => resolve(process.env['INIT_CWD'] ?? '', name);
