import { createFileRoute } from '@tanstack/react-router';
import type { LabelSearch } from '#domain/scan/label-search.ts';
import { LabelsPage } from '#ops/labels/labels-page.tsx';
import { opsHead } from '#ops/kit/ops-head.ts';

export const Route = createFileRoute('/ops/_guard/labels')({
  pendingMs: 0,
  // why: the parser would be in the first load of every page of the back office, so the page itself parses the address.
  validateSearch: (unparsed: LabelSearch) => unparsed,
  head: opsHead('Labels'),
  component: LabelsPage,
});
