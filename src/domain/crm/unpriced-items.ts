interface Priced {
  name: string;
  /** Rupees per day. */
  price: number;
}

/** Question before items without a price enter an order: `Brass Lamp costs ₹0.` '' without any. */
export function unpricedText(items: readonly Priced[]): string {
  const names = items.flatMap(({ name, price }) => (price === 0 ? [name] : []));
  const [first, ...more] = [...new Set(names)];
  if (first === undefined) return '';
  const last = more.at(-1);
  if (last === undefined) return `${first} costs ₹0.`;
  return `${[first, ...more.slice(0, -1)].join(', ')} and ${last} cost ₹0.`;
}
