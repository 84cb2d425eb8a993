import type { POLICY_TEXTS } from '#domain/settings/texts/policy-texts.ts';

type SectionTexts = (typeof POLICY_TEXTS)['sections'][number];

/** A small table of conditions and consequences. */
export interface Terms {
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

/** One section of the studio policy. */
export interface PolicySection extends SectionTexts {
  /** Id of its element, which the table of contents links to. */
  id: string;
  terms: Terms | null;
}

/** Ids of the page's frame. */
const PAGE_IDS = ['content', 'site-map'];

/** The sections of the studio policy, each with an id of its own (docs/product/storefront.md). */
export function policySections(sections: readonly SectionTexts[]): PolicySection[] {
  const ids = new Set(PAGE_IDS);
  return sections.map((section, index) => {
    const anchor = section.anchor
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-');
    const id = anchor && !ids.has(anchor) ? anchor : `section_${index + 1}`;
    ids.add(id);
    return { ...section, id, terms: termsOf(section.table) };
  });
}

/** Reads a table: a line for each row, columns separated by `|`, the headings first; null without rows. */
function termsOf(table: string): Terms | null {
  const [head, ...rows] = table
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('|', 2).map((cell) => cell.trim()));
  return head && rows.length > 0 ? { head, rows } : null;
}
