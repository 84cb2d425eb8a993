import { formatCount } from '#ui/count.ts';

/** Where a lookup value is in use: '12 Props (Wing chair, Stool, Bench …)'. */
export function usesText(
  uses: readonly { plural: string; count: number; names: readonly string[] }[],
): string {
  return uses
    .map((use) => {
      const more = use.count > use.names.length ? ' …' : '';
      return `${formatCount(use.count)} ${use.plural} (${use.names.join(', ')}${more})`;
    })
    .join('; ');
}
