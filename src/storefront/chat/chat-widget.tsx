import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { useSite } from '#data/use-site.ts';
import { whenIdle } from '#ui/when-idle.ts';
import { ChatButton } from './chat-button.tsx';
import type { ChatPanel } from './chat-panel.tsx';

/** Whether the provider's widget may be in the document. */
let isProviderShown = false;

const isBackOffice = (pathname: string) => pathname.startsWith('/ops');

/**
 * The floating chat button, on every page outside /ops: the configured provider's widget, or the
 * built-in chat without a provider or where its script cannot be loaded (docs/product/storefront.md).
 */
export function ChatWidget() {
  const { chatScriptUrl } = useRouter().options.context.backend.config;
  const { pathname } = useLocation();
  const [failed, setFailed] = useState(false);
  const fail = useCallback(() => setFailed(true), []);
  if (isBackOffice(pathname)) return null;
  if (!chatScriptUrl || failed) return <BuiltInChat />;
  return <ProviderChat key={pathname} scriptUrl={chatScriptUrl} onFail={fail} />;
}

/** A WhatsApp link until the panel's script has loaded, and where it cannot be loaded. */
function BuiltInChat() {
  const [Panel, setPanel] = useState<typeof ChatPanel>();
  useEffect(
    () =>
      whenIdle(() => {
        void import('./chat-panel.tsx').then(
          (loaded) => setPanel(() => loaded.ChatPanel),
          () => {},
        );
      }),
    [],
  );
  return Panel ? <Panel /> : <ChatButton />;
}

function ProviderChat({ scriptUrl, onFail }: { scriptUrl: string; onFail: () => void }) {
  const site = useSite();
  useEffect(() => {
    const cancel = whenIdle(() => {
      void import('./provider.ts').then(({ showProvider }) => {
        isProviderShown = true;
        showProvider(scriptUrl, site, onFail);
      });
    });
    return () => {
      cancel();
      // why: the provider's widget lives outside React and cannot be removed, so entering the back
      // office reloads the page.
      if (isBackOffice(location.pathname) && isProviderShown) {
        location.reload();
      }
    };
  }, [scriptUrl, site, onFail]);
  return null;
}
