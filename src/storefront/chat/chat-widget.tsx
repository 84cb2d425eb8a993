import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { useSite } from '#data/settings/use-site.ts';
import { whenIdle } from '#ui/when-idle.ts';
import { ChatButton } from './chat-button.tsx';
import type { ChatPanel } from './chat-panel.tsx';

/**
 * The floating chat button, on every page of the storefront: the configured provider's widget, or the
 * built-in chat without a provider or where its script cannot be loaded (docs/product/storefront.md).
 */
export function ChatWidget() {
  const { chatScriptUrl } = useRouter().options.context.backend.config;
  const { pathname } = useLocation();
  const [failed, setFailed] = useState(false);
  const fail = useCallback(() => setFailed(true), []);
  if (!chatScriptUrl || failed) return <BuiltInChat />;
  return <ProviderChat key={pathname} scriptUrl={chatScriptUrl} onFail={fail} />;
}

/** A WhatsApp link until the panel's script has loaded, where it cannot be loaded, and in browsers without popovers. */
function BuiltInChat() {
  const [Panel, setPanel] = useState<typeof ChatPanel>();
  const lose = useCallback(() => setPanel(undefined), []);
  useEffect(
    () =>
      whenIdle(() => {
        if ('showPopover' in document.body)
          void import('./chat-panel.tsx').then(
            (loaded) => setPanel(() => loaded.ChatPanel),
            () => {},
          );
      }),
    [],
  );
  return Panel ? <Panel onLost={lose} /> : <ChatButton />;
}

function ProviderChat({ scriptUrl, onFail }: { scriptUrl: string; onFail: () => void }) {
  const site = useSite();
  useEffect(
    () =>
      whenIdle(() => {
        void import('./provider.ts').then(({ showProvider }) => {
          showProvider(scriptUrl, site, onFail);
        });
      }),
    [scriptUrl, site, onFail],
  );
  return null;
}
