import type { FrozenDocument } from '#domain/documents/frozen-document.ts';
import { Button } from '#ui/button.tsx';
import { ANSWER_FORM, type AnswerDraft } from './posted-answer.ts';

/** Asks which is meant where a quote was accepted and wishes were typed too. */
export function WhichIsMeant({
  draft,
  document,
}: {
  draft: AnswerDraft;
  document: FrozenDocument;
}) {
  const { changes, values } = draft;
  const wishes = [
    ...document.lines
      .filter(({ position }) => changes.has(position))
      .map(({ position, text }) => `${text}: ${changes.get(position)}`),
    ...[values.note, values.reason].filter((text) => text.trim() !== ''),
  ];
  return (
    <section
      role="alert"
      aria-labelledby="meant"
      className="mb-8 border-l-3 border-amber bg-amber-pale px-4 py-4 print:hidden"
    >
      <h2 id="meant" className="font-display text-xl">
        Ask for your changes, or accept the quote as it is?
      </h2>
      <p className="mt-1 text-sm text-pretty">
        Nothing was sent yet. You accepted, and you also wrote what is not in this quote:
      </p>
      <ul className="mt-1 list-disc pl-5 text-sm">
        {wishes.map((wish) => (
          <li key={wish} className="break-words whitespace-pre-line">
            {wish}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button type="submit" form={ANSWER_FORM} name="action" value="change" autoFocus>
          Ask for these changes
        </Button>
        <Button
          type="submit"
          form={ANSWER_FORM}
          name="action"
          value="accept-sure"
          variant="secondary"
        >
          Accept as it is
        </Button>
      </div>
      <p className="mt-2 text-xs text-pretty text-ink-quiet">
        If you accept, we read what you wrote, but the quote stays as it is.
      </p>
    </section>
  );
}
