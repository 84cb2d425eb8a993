import { PageMessage } from '#ui/page-message.tsx';
import { HomeLink } from '../kit/home-link.tsx';

/** Page for unknown addresses under /ops. */
export function OpsNotFoundPage() {
  return (
    <PageMessage
      title="This page does not exist"
      text="The address leads nowhere in the back office."
      action={<HomeLink />}
    />
  );
}
