import { expect, it } from 'vitest';
import { withoutNames } from './script-names.ts';

const FILES = [
  { name: 'about-!~{01}~.js', styled: false },
  { name: 'contact-!~{02}~.js', styled: true },
];

it('leaves the names of scripts out, and tells which have style sheets', () => {
  const code = [
    'const a = () => __vitePreload(() => import("./about-!~{01}~.js"), __VITE_PRELOAD__);',
    'const b = () => __vitePreload(() => import("./contact-!~{02}~.js").then((m) => m.c), __VITE_PRELOAD__);',
    'const own = () => __vitePreload(() => Promise.resolve().then(() => own_exports), __VITE_PRELOAD__);',
  ].join('\n');
  expect(withoutNames(code, '$n', FILES).split('\n')).toEqual([
    'const a = () => __vitePreload(() => import($n[0]));',
    'const b = () => __vitePreload(() => import($n[1]).then((m) => m.c), $n.s[1]);',
    'const own = () => __vitePreload(() => Promise.resolve().then(() => own_exports), __VITE_PRELOAD__);',
  ]);
});

it('stops at a script that is loaded in another form', () => {
  expect(() => withoutNames('import("./about-!~{01}~.js")', '$n', FILES)).toThrow(
    'import("./about-!~{01}~.js") is loaded in an unexpected form.',
  );
  expect(() => withoutNames('import("./new-!~{03}~.js"), __VITE_PRELOAD__', '$n', FILES)).toThrow(
    'unexpected form',
  );
});
