import { pictureSources } from '#data/catalogue/images.ts';
import { DOCUMENT_FACTS } from '#domain/documents/document-kinds.ts';
import type { FrozenDocument, FrozenLine } from '#domain/documents/frozen-document.ts';
import { formatTotal } from '#domain/money.ts';
import { buttonClass } from '#ui/button.tsx';
import { TextArea } from '#ui/field.tsx';
import { quantityText, rateText } from './linked-text.ts';
import { ANSWER_FORM, changeField, CHANGE_LENGTH, type AnswerDraft } from './posted-answer.ts';

/** Widths of a line's picture; those of the cart, so that they are rendered already. */
const WIDTHS = [160, 320];

/** Columns of a line in a document with pictures; on a phone the amount is below the text. */
const PICTURED =
  'grid-cols-[4.5rem_minmax(0,1fr)] sm:grid-cols-[5.5rem_minmax(0,1fr)_auto] sm:gap-x-5 print:grid-cols-[3rem_minmax(0,1fr)_auto]';

/** Pictures that are in view without scrolling. */
const FIRST_PICTURES = 4;

interface LinkedLinesProps {
  document: FrozenDocument;
  backendOrigin: string;
  /** The typed wishes; null where no change can be asked for. */
  draft: AnswerDraft | null;
  isDisabled: boolean;
}

/** The lines of a document; each with a field for a wish, where one can be sent. */
export function LinkedLines({ document, draft, ...rest }: LinkedLinesProps) {
  const hasPictures = document.lines.some(({ picture }) => picture !== null);
  const pictured = document.lines.filter(({ picture }) => picture !== null);
  const first = new Set(pictured.slice(0, FIRST_PICTURES));
  return (
    <ol className="border-t border-rule print:border-ink">
      {document.lines.map((line) =>
        line.kind === 'heading' ? (
          <li key={line.position} className="border-b border-rule pt-7 pb-3 first:pt-5">
            <h3 className="font-display text-xl">{line.text}</h3>
          </li>
        ) : (
          <Line
            {...rest}
            key={line.position}
            line={line}
            hasPictures={hasPictures}
            isFirst={first.has(line)}
            isTaxed={DOCUMENT_FACTS[document.kind].isTaxDocument}
            draft={draft}
          />
        ),
      )}
    </ol>
  );
}

interface LineProps extends Omit<LinkedLinesProps, 'document'> {
  line: FrozenLine;
  hasPictures: boolean;
  isFirst: boolean;
  /** Shows the SAC. */
  isTaxed: boolean;
}

function Line({
  line,
  hasPictures,
  isFirst,
  isTaxed,
  backendOrigin,
  draft,
  isDisabled,
}: LineProps) {
  const facts = [
    line.code,
    isTaxed && line.sac && `SAC ${line.sac}`,
    line.rate !== null && rateText(line.rate),
  ];
  return (
    <li
      className={`grid items-start gap-x-4 border-b border-rule pt-4 print:break-inside-avoid print:py-2 ${draft ? 'pb-1' : 'pb-4'} ${hasPictures ? PICTURED : 'sm:grid-cols-[minmax(0,1fr)_auto] print:grid-cols-[minmax(0,1fr)_auto]'}`}
    >
      {hasPictures && (
        <div
          className={`aspect-4/3 overflow-hidden rounded-field ${line.picture ? 'bg-paper-deep' : ''}`}
        >
          {line.picture && (
            <img
              {...pictureSources(line.picture, { origin: backendOrigin, widths: WIDTHS })}
              alt=""
              width={88}
              height={66}
              sizes="5.5rem"
              loading={isFirst ? 'eager' : 'lazy'}
              fetchPriority="low"
              decoding="async"
              className="size-full object-cover"
            />
          )}
        </div>
      )}
      <div className="min-w-0">
        <h3 className="font-medium text-pretty">{line.text}</h3>
        <p className="mt-0.5 text-sm text-ink-quiet tabular-nums">{quantityText(line)}</p>
        <p className="text-xs text-ink-quiet tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <p
        className={`flex flex-row-reverse items-baseline justify-between gap-x-3 tabular-nums max-sm:mt-1 sm:block sm:text-right print:block print:text-right ${hasPictures ? 'max-sm:col-start-2 print:col-start-3' : ''}`}
      >
        {formatTotal(line.taxable)}
        {line.discount > 0 && (
          <span className="text-xs text-ink-quiet sm:block print:block">
            {`after ${formatTotal(line.discount)} discount`}
          </span>
        )}
      </p>
      {draft && (
        <LineChange
          line={line}
          text={draft.changes.get(line.position) ?? ''}
          error={draft.errors[changeField(line.position)]}
          className={hasPictures ? 'col-start-2 sm:col-end-4' : 'sm:col-span-2'}
          isDisabled={isDisabled}
        />
      )}
    </li>
  );
}

interface LineChangeProps {
  line: FrozenLine;
  text: string;
  error: string | undefined;
  className: string;
  isDisabled: boolean;
}

/** The field for a wish about one line. It belongs to the form of the answer, as those of all lines do. */
function LineChange({ line, text, error, className, isDisabled }: LineChangeProps) {
  return (
    <details open={text !== '' || Boolean(error)} className={`${className} print:hidden`}>
      <summary className="disclosure text-xs text-ink-quiet hover:text-ink">
        Ask for a change<span className="sr-only"> of {line.text}</span>
      </summary>
      <div className="grid max-w-md gap-2 pt-1 pb-2">
        <TextArea
          id={changeField(line.position)}
          name={changeField(line.position)}
          form={ANSWER_FORM}
          label="What should change?"
          optional
          rows={2}
          maxLength={CHANGE_LENGTH}
          defaultValue={text}
          error={error}
          autoFocus={Boolean(error)}
          disabled={isDisabled}
        />
        <button
          form={ANSWER_FORM}
          name="action"
          value="change"
          className={`${buttonClass({ variant: 'secondary' })} justify-self-start`}
          disabled={isDisabled}
        >
          Send your wishes
        </button>
      </div>
    </details>
  );
}
