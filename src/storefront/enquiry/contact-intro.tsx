import { studio } from '#config';

/** The paragraph above the contact form, with the studio's email address. */
export function ContactIntro() {
  return (
    <p className="mt-4 max-w-prose text-pretty text-ink-quiet">
      Ask about a date, a brief or a thing you cannot find. Or write to{' '}
      <a href={`mailto:${studio.email}`} className="text-teal underline underline-offset-4">
        {studio.email}
      </a>
      .
    </p>
  );
}
