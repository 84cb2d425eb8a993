import { Button } from '#ui/button.tsx';
import { FullScreenLoading, PageMessage } from '#ui/page-message.tsx';
import { useLineAway } from '../use-line-away.ts';

/** The first check of the session (back office §2); says so where the server does not answer it. */
export function SessionLoading() {
  if (!useLineAway()) return <FullScreenLoading />;
  return (
    <main className="mx-auto max-w-xl px-4 py-16">
      <div role="status">
        <PageMessage
          title="No connection to the server"
          text="Your session could not be checked. This page opens by itself when the server answers."
          action={<Button onClick={() => window.location.reload()}>Try again</Button>}
        />
      </div>
    </main>
  );
}
