import { expect, test } from 'vitest';
import { parseStyles, usedStyles } from './used-styles.ts';

const used = (css: string, ...classes: string[]) => usedStyles(parseStyles(css), new Set(classes));

test('rules of other classes are left out, rules without a class stay', () => {
  const css = 'h1,.a{color:red}.b{color:blue}.c .d,.e{margin:0}[hidden]{display:none}';
  expect(used(css)).toBe('h1,.a{color:red}[hidden]{display:none}');
  expect(used(css, 'b')).toBe('h1,.a{color:red}.b{color:blue}[hidden]{display:none}');
  expect(used(css, 'd')).not.toContain('.c .d');
  expect(used(css, 'c', 'd')).toContain('.c .d,.e{margin:0}');
});

test('classes in attributes and in functions such as :is and :has are not needed', () => {
  const css =
    '.a:is(:where(.group):hover *){opacity:1}html:has(.open) .b{margin:0}a[href$=".pdf"]{top:0}';
  expect(used(css, 'a', 'b')).toBe(css);
  expect(used(css, 'group', 'open', 'pdf')).toBe('a[href$=".pdf"]{top:0}');
});

test('escaped names match their classes', () => {
  const css = String.raw`.sm\:h-9{top:0}.w-\[min\(24rem\,92\%\)\]{top:1px}.\32xl{top:2px}.before\:content-\[\'a\'\]:before{top:3px}`;
  expect(used(css, 'sm:h-9', 'w-[min(24rem,92%)]', '2xl', "before:content-['a']")).toBe(css);
  expect(used(css)).toBe('');
});

test('blocks without a rule are left out, and layers keep their order', () => {
  const css =
    '@layer base{h1{margin:0}}@layer utilities{.a{top:0}@media (min-width:40rem){.b{top:1px}}}';
  expect(used(css)).toBe('@layer base,utilities;@layer base{h1{margin:0}}');
  expect(used(css, 'b')).toContain('@layer utilities{@media (min-width:40rem){.b{top:1px}}}');
});

test('custom properties stay if a rule of the page reads them, directly or not', () => {
  const css =
    ':root{--one:1px;--two:var(--one);--three:3px}@property --tw-x{syntax:"*";inherits:false}@property --tw-y{syntax:"*";inherits:false}.a{--tw-y:0;top:var(--two);left:var(--tw-x)}';
  const kept = used(css, 'a');
  expect(kept).toContain(':root{--one:1px;--two:var(--one);}');
  expect(kept).toContain('@property --tw-x{');
  expect(kept).not.toContain('@property --tw-y{');
  expect(used(css)).toBe('');
});

test('fonts and animations stay, comments go, and quoted braces close nothing', () => {
  const css = '/*! © {1} */@font-face{font-family:A}@keyframes k{to{top:0}}.a:before{content:"}"}';
  expect(used(css, 'a')).toBe(
    '@font-face{font-family:A}@keyframes k{to{top:0}}.a:before{content:"}"}',
  );
});

test('what stands for @property in older browsers is left out', () => {
  const css =
    '@supports (((-webkit-hyphens:none)) and (not (margin-trim:block))){*{--tw-x:0}}.a{top:var(--tw-x)}';
  expect(used(css, 'a')).toBe('.a{top:var(--tw-x)}');
});
