import { createFileRoute } from '@tanstack/react-router';
import { TaxPage } from '#ops/settings/tax/tax-page.tsx';
import { opsHead } from '#ops/kit/ops-head.ts';

export const Route = createFileRoute('/ops/_guard/settings/tax')({
  pendingMs: 0,
  head: opsHead('Tax'),
  component: TaxPage,
});
