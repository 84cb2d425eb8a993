import { Link } from '@tanstack/react-router';
import { buttonClass } from '#ui/button.tsx';
import { PageMessage } from '#ui/page-message.tsx';

/** Page for unknown addresses under /ops. */
export function OpsNotFoundPage() {
  return (
    <PageMessage
      title="This page does not exist"
      text="The address leads nowhere in the back office."
      action={
        <Link to="/ops/dashboard" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
          Back to the dashboard
        </Link>
      }
    />
  );
}
