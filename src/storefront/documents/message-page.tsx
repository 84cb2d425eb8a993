import { buttonClass } from '#ui/button.tsx';
import {
  PhoneLink,
  renderDocument,
  type DocumentSite,
  type PageAnswer,
} from './document-frame.tsx';

/** Text of a page in place of a document. */
interface Message extends PageAnswer {
  title: string;
  text: string;
  /** Address that the button "Try again" loads. */
  retryAddress?: string;
}

/** A page without a document, with the studio's phone number. */
export function messagePage(
  frame: DocumentSite,
  { title, text, retryAddress, ...answer }: Message,
): Response {
  const { phone } = frame.site.studio;
  const content = (
    <div className="grid max-w-prose gap-4 py-16 sm:py-24">
      <h1 className="font-display text-3xl text-balance">{title}</h1>
      <p className="text-ink-quiet">{text}</p>
      <p className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {retryAddress !== undefined && (
          <a href={retryAddress} className={buttonClass()}>
            Try again
          </a>
        )}
        <PhoneLink phone={phone} text="Call the studio," />
      </p>
    </div>
  );
  return renderDocument({ ...frame, title, children: content }, answer);
}

/** The one page for a link that is unknown, expired or revoked. */
export function unknownLinkPage(frame: DocumentSite): Response {
  return messagePage(frame, {
    status: 404,
    title: 'This link does not open anything',
    text: `It may have ended, or a part of it is missing. Open it again from the message that we sent you, or call ${frame.site.studio.short_name} for a new one.`,
  });
}
