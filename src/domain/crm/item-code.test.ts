import { expect, it } from 'vitest';
import { itemCodeIn } from './item-code.ts';

it.each([
  ['PRP-00012', 'PRP-00012'],
  [' prp-00012 ', 'PRP-00012'],
  ['PRP-00012-03', 'PRP-00012'],
  ['https://studio.example/ops/scan/PRP-00012-03', 'PRP-00012'],
  ['https://studio.example/ops/scan/PRP-00012?x=1', 'PRP-00012'],
  ['brass lamp', ''],
  ['art-deco', ''],
  ['', ''],
])('%j holds the code %j', (text, code) => {
  expect(itemCodeIn(text)).toBe(code);
});
