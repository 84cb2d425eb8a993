import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { studio } from '#config';
import { whenIdle } from '#ui/when-idle.ts';
import { ChatButton } from './chat-button.tsx';
import type { ChatPanel } from './chat-panel.tsx';

const isBackOffice = (pathname: string) => pathname.startsWith('/ops');

/**
 * The floating way to a chat with the studio, on every page but those whose path starts with /ops
 * (spec, public side §2): the configured provider's widget, or a button and a panel of the site's own
 * where there is none or it cannot be loaded.
 */
export function ChatWidget() {
  const { chatScriptUrl } = useRouter().options.context.backend.config;
  const { pathname } = useLocation();
  const [failed, setFailed] = useState(false);
  const fail = useCallback(() => setFailed(true), []);
  if (isBackOffice(pathname)) return null;
  if (!chatScriptUrl || failed) return <OwnChat />;
  return <ProviderChat key={pathname} scriptUrl={chatScriptUrl} onFail={fail} />;
}

/** A link to WhatsApp until the panel's script is there, and where it cannot be loaded. */
function OwnChat() {
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
  useEffect(() => {
    const takeBack = whenIdle(() => {
      void import('./provider.ts').then(({ showProvider }) => showProvider(scriptUrl, onFail));
    });
    return () => {
      takeBack();
      // why: a provider's widget stands outside of React and has no way to be taken away again, so
      // the back office is opened as a page of its own.
      if (isBackOffice(location.pathname) && document.getElementById(studio.chat.scriptId)) {
        location.reload();
      }
    };
  }, [scriptUrl, onFail]);
  return null;
}
