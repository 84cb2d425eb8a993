import type { Plugin, Rolldown } from 'vite';

/**
 * Scripts that many others import, each with the one that holds the names of what it loads later, and the global
 * variable in which that one puts them.
 * why: a script that holds a name is renamed with it, and so is all that imports it. Nothing imports a holder.
 */
const NAMES_OF: Readonly<Record<string, { holder: string; names: string }>> = {
  frame: { holder: 'index', names: '$n' },
  shared: { holder: 'index', names: '$n' },
  'ops-routes': { holder: 'ops-start', names: '$o' },
};

const LOADS = /\bimport\((["'`])\.\/([^"'`]+)\1\)/g;
/** Vite puts this after each script that is loaded later, for its style sheets. */
const STYLES = /,\s*__VITE_PRELOAD__/;
/** Stands in a holder for the style sheets, whose names come after those of the scripts. */
const PLACE = /(["'`])styles of what is loaded later\1/;

type Chunks = Record<string, Rolldown.RenderedChunk>;

const withoutFolder = (file: string) => file.slice(file.lastIndexOf('/') + 1);

/** The scripts that are loaded later by those with this holder, in the order of the names. */
function loadedLater(holder: string, chunks: Chunks): string[] {
  const loaded = Object.values(chunks)
    .filter(({ name }) => NAMES_OF[name]?.holder === holder)
    .flatMap(({ dynamicImports }) => dynamicImports);
  return [...new Set(loaded)].filter((file) => !NAMES_OF[chunks[file]?.name ?? '']).toSorted();
}

/** A script and those that it imports, except those that are there already. */
function closure(
  file: string,
  chunks: Record<string, { imports?: string[] }>,
  there = new Set<string>(),
): Set<string> {
  const found = new Set<string>();
  const visit = (each: string) => {
    if (found.has(each) || there.has(each)) return;
    found.add(each);
    chunks[each]?.imports?.forEach(visit);
  };
  visit(file);
  return found;
}

/** Whether a script that is loaded later brings style sheets that are not there with the one that loads it. */
function hasStyles(file: string, from: Rolldown.RenderedChunk, chunks: Chunks): boolean {
  const more = closure(file, chunks, closure(from.fileName, chunks));
  return [...more].some((each) =>
    Object.keys(chunks[each]?.modules ?? {}).some((id) => /\.css(\?|$)/.test(id)),
  );
}

/**
 * A script without the names of what it loads: `import("./about-1a2b.js"), __VITE_PRELOAD__` becomes `import($n[3])`,
 * with `$n.s[3]` where it has style sheets.
 * @throws where a script is loaded in a form that is not the expected one
 */
export function withoutNames(
  code: string,
  names: string,
  files: readonly { name: string; styled: boolean }[],
): string {
  const loads = [...code.matchAll(LOADS)];
  let rest = '';
  let from = 0;
  for (const [nth, { 0: text, 2: name, index }] of loads.entries()) {
    const at = files.findIndex((file) => file.name === name);
    const end = index + text.length;
    const styles = STYLES.exec(code.slice(end, loads[nth + 1]?.index));
    if (at < 0 || !styles) throw new Error(`${text} is loaded in an unexpected form.`);
    const given = files[at]!.styled ? `, ${names}.s[${at}]` : '';
    rest += `${code.slice(from, index)}import(${names}[${at}])`;
    rest += code.slice(end, end + styles.index) + given;
    from = end + styles.index + styles[0].length;
  }
  return rest + code.slice(from);
}

/**
 * A Vite plugin that lets most scripts keep their names, and visitors what they have of them, when another one changes
 * (docs/decisions/0116-names-of-scripts.md).
 */
export function scriptNames(): Plugin {
  return {
    name: 'script-names',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    renderChunk(code, chunk, _, { chunks }) {
      const of = NAMES_OF[chunk.name];
      if (of) {
        const files = loadedLater(of.holder, chunks).map((file) => ({
          name: withoutFolder(file),
          styled: hasStyles(file, chunk, chunks),
        }));
        return { code: withoutNames(code, of.names, files), map: null };
      }
      const held = Object.values(NAMES_OF).find(({ holder }) => holder === chunk.name);
      if (!held) return null;
      const files = loadedLater(chunk.name, chunks).map((file) => `./${withoutFolder(file)}`);
      const names = `self.${held.names}=${JSON.stringify(files)};`;
      const styles = `self.${held.names}.s="styles of what is loaded later";`;
      return { code: `${names}${styles}\n${code}`, map: null };
    },
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        const place = chunk.type === 'chunk' ? PLACE.exec(chunk.code) : null;
        if (chunk.type !== 'chunk' || !place) continue;
        const folder = chunk.fileName.slice(0, -withoutFolder(chunk.fileName).length);
        const chunks = bundle as Record<string, Rolldown.OutputChunk>;
        const there = closure(chunk.fileName, chunks);
        const files = chunk.code.slice(0, place.index).matchAll(/\.\/([\w.-]+\.js)/g);
        const styles = [...files].flatMap(([, file], at) => {
          const more = [...closure(folder + file, chunks, there)];
          const later = more.flatMap((each) => [
            ...(chunks[each]?.viteMetadata?.importedCss ?? []),
          ]);
          return later.length > 0 ? [`${at}:${JSON.stringify(later)}`] : [];
        });
        chunk.code = chunk.code.replace(PLACE, `{${styles.join(',')}}`);
      }
    },
  };
}
