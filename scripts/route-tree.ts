import { parseAst, type Plugin } from 'vite';

const TREE = '/src/app/route-tree.gen.ts';
/** Names that the generator gives to the routes of files under `src/routes/ops/`. */
const OF_OPS = /^Ops[A-Z]/;

/** The browser's two parts of the route tree. */
export interface RouteTreeParts {
  /** The tree without `/ops`. */
  storefront: string;
  /** Adds `/ops` to the tree when it is imported. */
  ops: string;
}

/**
 * Splits a route tree as Start generates it for the browser.
 * @throws if its form is not the expected one
 */
export function splitRouteTree(code: string): RouteTreeParts {
  const storefront: string[] = [];
  const ops: string[] = [];
  let ofRoot = '';
  for (const node of parseAst(code).body) {
    const text = code.slice(node.start, node.end);
    const name = /^(?:import \{ Route as|(?:export )?const) (\w+)/.exec(text)?.[1];
    if (name === 'rootRouteImport' && text.startsWith('import')) ofRoot = text;
    if (OF_OPS.test(name ?? '')) ops.push(text);
    else if (name !== 'rootRouteChildren') storefront.push(text);
    else storefront.push(text.replace(/\bOpsRouteRoute: OpsRouteRouteWithChildren,?/, ''));
  }
  ops.unshift(ofRoot);
  ops.push(
    'rootRouteImport._addFileChildren([...rootRouteImport.children, OpsRouteRouteWithChildren]);',
  );
  const parts = { storefront: storefront.join('\n'), ops: ops.join('\n') };
  const isSplit = ofRoot && parts.ops.includes('const OpsRouteRouteWithChildren =');
  if (!isSplit || /\bOps[A-Z]|routes\/ops\//.test(parts.storefront)) {
    throw new Error('The generated route tree has an unexpected form: /ops cannot be split off.');
  }
  return parts;
}

/**
 * A Vite plugin that leaves the routes under `/ops` out of the browser's route tree, so that visitors load neither them
 * nor the names of their chunks. `import './route-tree.gen.ts?ops'` adds them.
 */
export function routeTreeParts(): Plugin {
  return {
    name: 'route-tree-parts',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      const [file = '', query] = id.split('?');
      if (!file.endsWith(TREE)) return null;
      const parts = splitRouteTree(code);
      return { code: query === 'ops' ? parts.ops : parts.storefront, map: null };
    },
  };
}
