import { ChevronLeft } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { useController, type UseFormReturn } from 'react-hook-form';
import type { SettingRow } from '#data/settings/setting-answers.ts';
import { MESSAGE_TEXTS } from '#domain/messages/message-texts.ts';
import type { TemplateName } from '#domain/messages/templates.ts';
import type { SettingsByKey } from '#domain/settings/known-settings.ts';
import { Button } from '#ui/button.tsx';
import { TextArea, TextField } from '#ui/field.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ConfirmedButton } from '../../kit/confirmed-button.tsx';
import type { StudioValues } from '../studio/studio-values.ts';
import { PlaceholderButtons } from './placeholder-buttons.tsx';
import { SendTest } from './send-test.tsx';
import { useInsertion } from './use-insertion.ts';

export interface MessageEditorProps {
  template: TemplateName;
  known: SettingsByKey;
  form: UseFormReturn<StudioValues>;
  /** Settings of the studio, for the preview. */
  rows: readonly SettingRow[];
  /** Whether the text differs from the saved one. */
  isEdited: boolean;
  /** Key of the setting whose field gets the focus when it appears. */
  focused: string | null;
  onBack: () => void;
}

// why lazy: the list needs neither the e-mail's components nor its sample.
const MessagePreview = lazy(async () => import('./message-preview.tsx'));

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Subject and text of one e-mail, with a preview. */
export function MessageEditor({
  template,
  known,
  form,
  rows,
  isEdited,
  focused,
  onBack,
}: MessageEditorProps) {
  const { label, help, placeholders } = MESSAGE_TEXTS[template];
  const subjectKey = `messages.${template}_subject` as const;
  const textKey = `messages.${template}_text` as const;
  const { control } = form;
  const subject = useController({ control, name: subjectKey });
  const text = useController({ control, name: textKey });
  const insertion = useInsertion([subject.field, text.field], text.field.name);
  const shown = { subject: textOf(subject.field.value), text: textOf(text.field.value) };
  const usual = {
    subject: textOf(known.get(subjectKey)?.default),
    text: textOf(known.get(textKey)?.default),
  };
  const isUsual = shown.subject === usual.subject && shown.text === usual.text;
  const focusRefused = useEffectEvent(() => {
    if (focused === subjectKey || focused === textKey) form.setFocus(focused);
  });
  useEffect(() => focusRefused(), []);
  const reset = () => {
    form.setValue(subjectKey, usual.subject, { shouldValidate: true });
    form.setValue(textKey, usual.text, { shouldValidate: true });
  };
  return (
    <>
      <Button variant="quiet" size="sm" className="-ml-3.5" onClick={onBack}>
        <ChevronLeft aria-hidden size={16} />
        All e-mails
      </Button>
      <h1 className="mt-2 text-xl font-semibold">{label}</h1>
      <p className="mt-1 text-sm text-ink-quiet">{help}</p>
      <div className="mt-6 grid gap-x-10 gap-y-8 pb-8 lg:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="min-w-0 space-y-3">
          <TextField
            {...subject.field}
            value={shown.subject}
            label="Subject"
            dir="auto"
            autoComplete="off"
            hint="One line, at most 150 characters."
            error={subject.fieldState.error?.message}
            onFocus={insertion.onFocus}
          />
          <TextArea
            {...text.field}
            value={shown.text}
            label="Text"
            dir="auto"
            rows={8}
            hint="Greeting, table, button and footer are added. An empty line begins a paragraph."
            error={text.fieldState.error?.message}
            onFocus={insertion.onFocus}
          />
          <PlaceholderButtons placeholders={placeholders} onInsert={insertion.insert} />
          <div className="flex flex-wrap items-start gap-2 pt-3">
            <SendTest template={template} isEdited={isEdited} />
            {!isUsual && (
              <ConfirmedButton
                label="Back to the default"
                title="Use the default text?"
                text="Subject and text are replaced. Nothing is saved yet."
                variant="quiet"
                busy={false}
                onConfirm={reset}
              />
            )}
          </div>
        </div>
        <Suspense fallback={<Skeleton className="h-144 w-full" />}>
          <MessagePreview template={template} texts={shown} rows={rows} />
        </Suspense>
      </div>
    </>
  );
}
