import { createFileRoute } from '@tanstack/react-router';
import { useSite } from '#data/settings/use-site.ts';
import { SignInPage } from '#ops/sign-in/sign-in-page.tsx';

export const Route = createFileRoute('/ops/')({
  pendingMs: 0,
  component: SignIn,
});

function SignIn() {
  return <SignInPage studio={useSite().studio.name} />;
}
