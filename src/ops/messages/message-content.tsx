import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { emailWayQuery, messageContentQuery, writtenEmailQuery } from '#data/messages/messages.ts';
import { useSite } from '#data/settings/use-site.ts';
import type { ListedMessage } from '#domain/messages/listed-message.ts';
import { messageReason } from '#domain/messages/message-status.ts';
import type { OutgoingMessage } from '#domain/messages/outgoing-message.ts';
import { EmailBody } from '#messages/email-body.tsx';
import { LIGHT_COLOURS } from '#messages/email-colours.ts';
import { messageParts } from '#messages/message-parts.ts';
import { EmptyText } from '../kit/empty-text.tsx';
import { LoadingSkeleton } from '../kit/loading-skeleton.tsx';
import { ReadFailure } from '../kit/read-failure.tsx';
import { useStaffApi } from '../kit/use-staff-api.ts';

/** An e-mail: as it was written into the folder of a development server, otherwise as it reads at this moment. */
export default function MessageContent({ message }: { message: ListedMessage }) {
  const { backend } = useRouteContext({ from: '__root__' });
  const way = useQuery(emailWayQuery(useStaffApi(), backend));
  if (way.isPending) return <Loading />;
  if (way.data === 'written' && message.state === 'sent') return <Written id={message.id} />;
  return <Rendered message={message} />;
}

const Loading = () => <LoadingSkeleton blocks={['h-8 w-56', 'h-80 w-full']} />;

function Written({ id }: { id: string }) {
  const { backend } = useRouteContext({ from: '__root__' });
  const read = useQuery(writtenEmailQuery(useStaffApi(), backend, id));
  if (read.isPending) return <Loading />;
  if (read.isError) {
    return <ReadFailure level={3} title="The e-mail could not be read" read={read} />;
  }
  if (read.data === null) return <EmptyText>This server did not write this e-mail.</EmptyText>;
  return (
    <Frame title="As it was written" subject={read.data.subject}>
      <pre className="px-4 py-3 font-sans text-sm break-words whitespace-pre-wrap">
        {read.data.text}
      </pre>
    </Frame>
  );
}

function Rendered({ message }: { message: ListedMessage }) {
  const read = useQuery(messageContentQuery(useStaffApi(), message.id));
  if (read.isPending) return <Loading />;
  if (read.isError) {
    return <ReadFailure level={3} title="The e-mail could not be read" read={read} />;
  }
  if (read.data === null) return null;
  if ('skip' in read.data) {
    // why: the reason of a message that was not sent is on the page already.
    if (message.reason !== null) return null;
    return (
      <EmptyText>
        It would not be sent at this moment. {messageReason({ reason: read.data.skip })}
      </EmptyText>
    );
  }
  return <Drawn content={read.data} isSent={message.state === 'sent'} />;
}

function Drawn({ content, isSent }: { content: OutgoingMessage; isSent: boolean }) {
  const site = useSite();
  const [body, setBody] = useState<HTMLElement | null>(null);
  const parts = messageParts(content, site, location.origin);
  return (
    <Frame
      title={isSent ? 'As it would be sent today' : 'What it says'}
      note="The link in it is made when it is sent."
      subject={parts.subject}
    >
      <iframe
        title="The e-mail"
        srcDoc={PAGE}
        // oxlint-disable-next-line react/iframe-missing-sandbox -- why: the e-mail is drawn from here, so the frame has this page's origin; it runs no script and opens no link.
        sandbox="allow-same-origin"
        onLoad={(event) => setBody(event.currentTarget.contentDocument?.body ?? null)}
        className="block h-128 w-full border-0"
      />
      {body &&
        createPortal(
          <EmailBody parts={parts} colours={LIGHT_COLOURS} accent={site.brand.accent} />,
          body,
        )}
    </Frame>
  );
}

/** why the base: a link that opens a new window does nothing in the frame's sandbox. */
const PAGE =
  '<!doctype html><html lang="en-IN"><head><base target="_blank"></head><body style="margin:0"></body></html>';

interface FrameProps {
  title: string;
  note?: string;
  subject: string;
  children: ReactNode;
}

function Frame({ title, note, subject, children }: FrameProps) {
  return (
    <section aria-label={title}>
      <h2 className="text-sm font-semibold">{title}</h2>
      {note && <p className="text-xs text-ink-quiet">{note}</p>}
      <div className="mt-2 overflow-hidden rounded-md border border-rule">
        <p className="border-b border-rule px-4 py-3 text-sm font-semibold wrap-anywhere">
          <span className="sr-only">Subject: </span>
          {subject}
        </p>
        {children}
      </div>
    </section>
  );
}
