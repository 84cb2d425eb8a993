import { Button } from '#ui/button.tsx';
import { FullScreenLoading, PageMessage } from '#ui/page-message.tsx';
import { useConnectionLost } from './use-connection-lost.ts';
import { useHeldFor } from './use-held-for.ts';

/** Delay before "Loading..." is replaced by an explanation. */
const LATE_MS = 5_000;

/** Shown during the first session check; explains if the server does not answer. */
export function SessionLoading() {
  const away = useConnectionLost();
  const late = useHeldFor(true, LATE_MS);
  if (!away && !late) return <FullScreenLoading />;
  return (
    <main className="mx-auto max-w-xl px-4 py-16">
      <div role="status">
        <PageMessage
          title={away ? 'No connection to the server' : 'The server does not answer yet'}
          text="Your session could not be checked. This page opens by itself when the server answers."
          action={<Button onClick={() => window.location.reload()}>Try again</Button>}
        />
      </div>
    </main>
  );
}
