import { Fragment } from 'react';
import { useSite } from '#data/settings/use-site.ts';

/** The text beside the contact form, with the studio's e-mail address as a link. */
export function ContactText({ text }: { text: string }) {
  const { email } = useSite().studio;
  return (
    <p className="mt-4 max-w-prose text-pretty text-ink-quiet">
      {text.split(email).map((part, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- why: parts may be equal, and hold no state.
        <Fragment key={at}>
          {at > 0 && (
            <a href={`mailto:${email}`} className="text-teal underline underline-offset-4">
              {email}
            </a>
          )}
          {part}
        </Fragment>
      ))}
    </p>
  );
}
