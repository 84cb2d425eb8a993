import { createFileRoute } from '@tanstack/react-router';
import { studio } from '#config';
import { SignInPage } from '#ops/sign-in/sign-in-page.tsx';

export const Route = createFileRoute('/ops/')({
  pendingMs: 0,
  component: () => <SignInPage studio={studio.studio.name} />,
});
