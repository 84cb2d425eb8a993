import { createFileRoute, useLocation } from '@tanstack/react-router';
import { useSite } from '#data/settings/use-site.ts';
import type { WelcomeLink } from '#data/staff/welcome.ts';
import { opsHead } from '#ops/kit/ops-head.ts';
import { WelcomePage } from '#ops/welcome/welcome-page.tsx';

export const Route = createFileRoute('/ops/welcome')({
  pendingMs: 0,
  head: opsHead('Welcome'),
  component: Welcome,
});

function Welcome() {
  const address = useLocation({ select: ({ searchStr }) => searchStr });
  return <WelcomePage studio={useSite().studio.name} link={linkOf(address)} />;
}

function linkOf(address: string): WelcomeLink | null {
  const search = new URLSearchParams(address);
  const token = search.get('token_hash');
  const type = search.get('type');
  return token && (type === 'invite' || type === 'recovery') ? { token, type } : null;
}
