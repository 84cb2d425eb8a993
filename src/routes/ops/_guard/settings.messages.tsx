import { createFileRoute } from '@tanstack/react-router';
import { MessageSettingsPage } from '#ops/settings/messages/message-settings-page.tsx';
import { opsHead } from '#ops/kit/ops-head.ts';

interface MessageSettingsSearch {
  /** The e-mail whose text is edited: `quote`. */
  email?: string | undefined;
}

export const Route = createFileRoute('/ops/_guard/settings/messages')({
  pendingMs: 0,
  // why unchecked: the page looks the name up, and shows the list for an unknown one.
  validateSearch: (unparsed: MessageSettingsSearch): MessageSettingsSearch => unparsed,
  head: opsHead('Messages'),
  component: MessageSettingsRoute,
});

function MessageSettingsRoute() {
  const { email } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <MessageSettingsPage
      email={email}
      onSelect={(template) => void navigate({ search: template ? { email: template } : {} })}
    />
  );
}
