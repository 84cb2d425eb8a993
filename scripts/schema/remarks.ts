import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const IDENTIFIER = /(?:"(?:[^"]|"")+"|[\w.]+)/.source;
const COMMENT = /(?:^\/\*(?:[^*]|\*(?!\/))*\*\/\n|(?:^ *--.*\n)+)/.source;
const STATEMENT = new RegExp(
  `(?<comment>${COMMENT})^create (?:or replace |unlogged |unique |constraint )*` +
    `(?<kind>table|function|procedure|view|type|domain|sequence|collation|index|trigger|policy) ` +
    `(?<name>${IDENTIFIER})(?:[^;]*?\\bon (?<table>${IDENTIFIER}))?`,
  'gm',
);
const TABLE = new RegExp(
  `^create (?:unlogged )?table (?<name>${IDENTIFIER}) \\(\\n(?<body>[\\s\\S]*?)^\\)`,
  'gm',
);
const COLUMN = new RegExp(`(?<comment>${COMMENT}) +(?<name>${IDENTIFIER})`, 'gm');

/**
 * The comments directly above a `create` statement of the migrations, or above a column, by the key of
 * the object; the last migration that has one wins. The system catalogs keep only comments inside
 * function bodies.
 */
export function readRemarks(directory: string): Map<string, string> {
  const remarks = new Map<string, string>();
  const names = readdirSync(directory).filter((name) => name.endsWith('.sql'));
  for (const name of names.toSorted()) {
    const text = readFileSync(join(directory, name), 'utf8').replaceAll('\r\n', '\n');
    for (const { groups } of text.matchAll(STATEMENT)) {
      remarks.set(keyOfStatement(groups ?? {}), (groups?.['comment'] ?? '').trimEnd());
    }
    for (const { groups: table } of text.matchAll(TABLE)) {
      for (const { groups: column } of (table?.['body'] ?? '').matchAll(COLUMN)) {
        const lines = (column?.['comment'] ?? '').trim().split('\n');
        const key = unquoted(`column ${table?.['name']}.${column?.['name']}`);
        remarks.set(key, lines.map((line) => line.trim()).join('\n'));
      }
    }
  }
  return remarks;
}

/** why: the catalogs quote a name that is also a keyword, where migrations need not. */
const unquoted = (name: string) => name.replaceAll('"', '');

/** As the catalog's keys, but a function without its arguments and an index without its schema. */
function keyOfStatement({ kind, name, table }: Record<string, string | undefined>): string {
  return kind === 'trigger' || kind === 'policy'
    ? `${kind} ${name} on ${table}`
    : `${kind} ${name}`;
}

/** The comment about an entry of the catalog, with a line break at its end, or nothing. */
export function remarkOn(remarks: Map<string, string>, kind: string, name: string): string {
  const shorter: Record<string, string> = {
    function: name.replace(/\(.*$/, ''),
    index: name.replace(/^.*\./, ''),
    column: unquoted(name),
  };
  const found = remarks.get(`${kind} ${shorter[kind] ?? name}`);
  return found === undefined ? '' : `${found}\n`;
}
