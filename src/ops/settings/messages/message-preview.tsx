import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { SettingRow } from '#data/settings/setting-answers.ts';
import { sampleContent } from '#domain/messages/sample-content.ts';
import type { TemplateName } from '#domain/messages/templates.ts';
import { siteOf } from '#domain/settings/site.ts';
import { EmailBody } from '#messages/email-body.tsx';
import { DARK_COLOURS, LIGHT_COLOURS } from '#messages/email-colours.ts';
import { templateParts } from '#messages/message-parts.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';

export interface MessagePreviewProps {
  template: TemplateName;
  texts: { subject: string; text: string };
  rows: readonly SettingRow[];
}

type Look = 'light' | 'dark';
type Width = 'phone' | 'desktop';

const GROUND = { light: LIGHT_COLOURS, dark: DARK_COLOURS };

/** The studio's own settings, as the e-mail shows them. */
function siteFrom(rows: readonly SettingRow[]) {
  const groups: Record<string, Record<string, unknown>> = {};
  for (const { key, value } of rows) {
    const [group = '', name = ''] = key.split('.');
    if (value !== null && group !== 'messages') (groups[group] ??= {})[name] = value;
  }
  return siteOf(groups);
}

/** An e-mail with made-up values, drawn by the components that render the real one. */
export default function MessagePreview({ template, texts, rows }: MessagePreviewProps) {
  const [look, setLook] = useState<Look>('light');
  const [width, setWidth] = useState<Width>('phone');
  const [body, setBody] = useState<HTMLElement | null>(null);
  const site = siteFrom(rows);
  const content = sampleContent(template);
  const parts = templateParts({ template, content, texts }, site, location.origin);
  const colours = GROUND[look];
  return (
    <aside aria-label="Preview" className="min-w-0 self-start lg:sticky lg:top-18">
      <div className="flex flex-wrap gap-x-4 gap-y-2 pb-2">
        <Choice label="Width" value={width} onChange={setWidth} options={WIDTHS} />
        <Choice label="Colours" value={look} onChange={setLook} options={LOOKS} />
      </div>
      <div className="overflow-hidden rounded-md border border-rule bg-surface">
        <p className="border-b border-rule px-4 py-3 text-sm wrap-anywhere" data-preview-subject>
          <span className="sr-only">Subject: </span>
          <span className="font-semibold">{parts.subject}</span>
        </p>
        <div className="h-144 overflow-hidden" style={{ backgroundColor: colours.ground }}>
          <iframe
            title="The e-mail"
            srcDoc={FRAME}
            // oxlint-disable-next-line react/iframe-missing-sandbox -- why: the e-mail is drawn from here, so the frame has this page's origin; it runs no script and opens no link.
            sandbox="allow-same-origin"
            onLoad={(event) => setBody(event.currentTarget.contentDocument?.body ?? null)}
            className={classNames(
              'border-0',
              width === 'phone'
                ? 'mx-auto block h-full w-90 max-w-full'
                : 'h-[166.7%] w-[166.7%] origin-top-left scale-60 sm:max-lg:size-full sm:max-lg:scale-100',
            )}
          />
        </div>
      </div>
      {body && createPortal(<EmailBody {...{ parts, colours }} accent={site.brand.accent} />, body)}
    </aside>
  );
}

/** why the base: a link that opens a new window does nothing in the frame's sandbox. */
const FRAME =
  '<!doctype html><html lang="en-IN"><head><base target="_blank"></head><body style="margin:0"></body></html>';

const WIDTHS = [
  { value: 'phone', label: 'Phone' },
  { value: 'desktop', label: 'Desktop' },
] as const;
const LOOKS = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <div role="group" aria-label={label} className="flex gap-1">
      {options.map((one) => (
        <Button
          key={one.value}
          size="sm"
          variant={value === one.value ? 'secondary' : 'quiet'}
          aria-pressed={value === one.value}
          onClick={() => onChange(one.value)}
        >
          {one.label}
        </Button>
      ))}
    </div>
  );
}
