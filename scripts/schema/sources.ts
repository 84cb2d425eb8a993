import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { statementsIn, withoutComments, type Statement } from './statements.ts';

/** A file of a function (with all of its forms) or a view, as its author wrote it. */
export type Source = {
  /** Within `supabase/schemas`: `crm/public/search_leads.sql`. */
  path: string;
  /** `public.search_leads` */
  name: string;
  kind: 'function' | 'view';
  /** `create …` */
  creates: Statement[];
  /** `grant …` */
  grants: Statement[];
  /** `comment on …` */
  comments: Statement[];
};

/** Files in which functions and views are written by hand; the others are generated. */
export const isSource = (path: string) => /^\w+\/(public|private)\/\w+\.sql$/.test(path);

/** The texts of the files in a folder that are written by hand, by path. */
export function sourceTexts(folder: string): Map<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter(isSource);
  return new Map(
    paths
      .toSorted()
      .map((path) => [path, readFileSync(join(folder, path), 'utf8').replaceAll('\r\n', '\n')]),
  );
}

/**
 * Reads the files of functions and views, each after those that it needs when it is created.
 * @param texts as `sourceTexts` gives them
 * @throws Error naming a file that holds something else than its function or view with its grants
 */
export function readSources(texts: Map<string, string>): Source[] {
  const sources = new Map<string, Source>();
  for (const [path, text] of texts) {
    const source = readSource(path, text);
    const other = sources.get(source.name);
    if (other) throw new Error(`${source.name} has two files: ${other.path} and ${path}.`);
    sources.set(source.name, source);
  }
  return inOrder(sources);
}

const OBJECT = /\b(?:function|procedure|view|table|routine)?\s*((?:public|private)\.\w+)/;

function readSource(path: string, text: string): Source {
  const [, schema, file] = path.split('/');
  const name = `${schema}.${file!.replace('.sql', '')}`;
  const refuse = (statement: Statement): never => {
    const first = statement.text.split('\n')[0];
    throw new Error(
      `supabase/schemas/${path}:${statement.line}: only ${name}, its grants and comments belong here: ${first}`,
    );
  };
  const source: Source = { path, name, kind: 'function', creates: [], grants: [], comments: [] };
  for (const statement of statementsIn(text)) {
    const plain = withoutComments(statement.text);
    const [, word, kind] =
      /^(create(?: or replace)?|grant|comment on)\s(?:(function|procedure|view)\b)?/.exec(plain) ??
      [];
    const named = (word === 'grant' ? /\son\s([\s\S]*)/.exec(plain)?.[1] : plain) ?? '';
    if (OBJECT.exec(named)?.[1] !== name) refuse(statement);
    if (word === 'grant') source.grants.push(statement);
    else if (word === 'comment on') source.comments.push(statement);
    else if (word && kind) {
      source.creates.push(statement);
      source.kind = kind === 'view' ? 'view' : 'function';
    } else refuse(statement);
  }
  if (source.creates.length === 0) {
    throw new Error(`supabase/schemas/${path} must create ${name}.`);
  }
  return source;
}

/**
 * The other sources that PostgreSQL looks up when this one is created. why not those in bodies of plpgsql: they are
 * looked up when they run, and may call each other in circles; only types of views must be there.
 */
function needs(source: Source, sources: Map<string, Source>): Source[] {
  const found = source.creates.flatMap(({ text }) => {
    const plain = withoutComments(text);
    const head = plain.split(/\bas \$/)[0] ?? '';
    const isPlpgsql = /\blanguage plpgsql\b/.test(head);
    return [...plain.matchAll(/\b(?:public|private)\.\w+/g)].flatMap(({ 0: name, index }) => {
      const needed = sources.get(name);
      const isInBody = isPlpgsql && index >= head.length;
      return needed && (!isInBody || needed.kind === 'view') ? [needed] : [];
    });
  });
  return [...new Set(found)];
}

function inOrder(sources: Map<string, Source>): Source[] {
  const ordered = new Set<Source>();
  const begun = new Set<Source>();
  const add = (source: Source) => {
    if (begun.has(source)) return;
    begun.add(source);
    for (const needed of needs(source, sources)) add(needed);
    ordered.add(source);
  };
  for (const name of [...sources.keys()].toSorted()) add(sources.get(name)!);
  return [...ordered];
}
