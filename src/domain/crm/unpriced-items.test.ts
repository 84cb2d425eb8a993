import { expect, it } from 'vitest';
import { unpricedText } from './unpriced-items.ts';

it('names the items without a price, each once', () => {
  const free = (name: string) => ({ name, price: 0 });
  expect(unpricedText([{ name: 'Lamp', price: 0.5 }])).toBe('');
  expect(unpricedText([free('Lamp'), { name: 'Chair', price: 5 }, free('Lamp')])).toBe(
    'Lamp costs ₹0.',
  );
  expect(unpricedText(['Lamp', 'Chair', 'Sofa'].map(free))).toBe('Lamp, Chair and Sofa cost ₹0.');
});
