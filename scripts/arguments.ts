import { resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<T extends Options> = ReturnType<
  typeof parseArgs<{ allowPositionals: true; options: T }>
>;

/**
 * A script's arguments. `--help` prints the usage and ends the process; arguments that the script
 * does not take end it with code 1, the reason and the usage.
 * @param most how many arguments may stand beside the options
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
    // why: Node adds how to pass the option as a name, which no script here takes.
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error);
    return refuseArguments(usage, `${reason}.`);
  }
}

/** Ends the process with code 1, the reason where there is one, and the usage. */
export function refuseArguments(usage: string, reason?: string): never {
  process.stderr.write(`${reason ? `${reason}\n` : ''}${usage}\n`);
  process.exit(1);
}

/** A file that a person named. why: npm runs scripts in the project's folder, wherever it was called. */
export const fileNamed = (name: string): string => resolve(process.env['INIT_CWD'] ?? '', name);
