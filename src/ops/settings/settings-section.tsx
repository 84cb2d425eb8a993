import type { ReactNode } from 'react';

export interface SettingsSectionProps {
  title: string;
  /** Explains the setting. */
  text?: ReactNode;
  children: ReactNode;
}

/** A group of settings with its explanation. */
export function SettingsSection({ title, text, children }: SettingsSectionProps) {
  return (
    <section className="py-6">
      <h2 className="text-base font-semibold">{title}</h2>
      <p className="mt-1 mb-4 text-sm text-ink-quiet empty:mt-0">{text}</p>
      {children}
    </section>
  );
}
