import type { ReactNode } from 'react';

/** Props of {@link NoticesSection}. */
export interface NoticesSectionProps {
  title: string;
  text?: string;
  children: ReactNode;
}

/** A part of the page of notices. */
export function NoticesSection({ title, text, children }: NoticesSectionProps) {
  return (
    <section aria-label={title} className="py-6">
      <h2 className="text-base font-semibold">{title}</h2>
      {text && <p className="mt-1 text-sm text-ink-quiet">{text}</p>}
      <div className="mt-3">{children}</div>
    </section>
  );
}
