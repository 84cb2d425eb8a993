import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { enquiryQuery } from '#data/crm/enquiries.ts';
import { enquiryNumber } from '#domain/crm/crm-text.ts';
import { isItemLine, type ItemLine } from '#domain/crm/rental-line.ts';
import type { Enquiry } from '#domain/crm/rental.ts';
import { NO_CHOICE, type Choices } from '#domain/crm/conversion-choices.ts';
import {
  choicesOf,
  lineProblems,
  shortLines,
  withChoice,
  type RefusedConversion,
} from '#domain/crm/short-lines.ts';
import { studioToday } from '#domain/days.ts';
import { Sheet } from '#ui/sheet.tsx';
import { LoadingSkeleton } from '../../kit/loading-skeleton.tsx';
import { ReadFailure } from '../../kit/read-failure.tsx';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { useMinute } from '../../kit/use-minute.ts';
import { ConversionSummary } from './conversion-summary.tsx';
import { ShortLineChoices } from './short-line.tsx';

export interface ConversionSheetProps {
  enquiry: Enquiry;
  /** The last refusal; null before the first. */
  refused: RefusedConversion | null;
  open: boolean;
  /** Choices by line; those of lines that are not short are ignored. */
  choices: Choices;
  onChoices: (choices: Choices) => void;
  /** The statuses that conversion sets: 'order status “Confirmed” and …'. */
  sets: string;
  isPending: boolean;
  onConvert: (choices: Choices) => void;
  onClose: () => void;
}

/**
 * Asks what to do about the lines of a conversion that are not free. All choices are sent together; lines
 * that are still short stay here with their new figures.
 */
export function ConversionSheet(props: ConversionSheetProps) {
  const { enquiry, refused, open, choices, onClose } = props;
  const number = enquiryNumber(enquiry);
  const read = useQuery({ ...enquiryQuery(useStaffApi(), number), enabled: open });
  const [isAttempted, setAttempted] = useState(false);
  const all = read.data?.items;
  const lines = all?.filter(isItemLine);
  const problems = useProblems(refused, lines, choices);
  const convert = () => {
    setAttempted(true);
    if (problems.size > 0) focusLine(problems);
    else if (refused && lines) props.onConvert(choicesOf(lines, refused, choices));
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={
        <>
          Not everything is free · <span className="whitespace-nowrap">{number}</span>
        </>
      }
      footer={
        refused &&
        all &&
        lines && (
          <ConversionSummary
            lines={all}
            choices={choicesOf(lines, refused, choices)}
            openCount={problems.size}
            sets={props.sets}
            isPending={props.isPending}
            onConvert={convert}
            onClose={onClose}
          />
        )
      }
    >
      {refused && lines ? (
        <ShortLines
          lines={lines}
          refused={refused}
          problems={problems}
          isAttempted={isAttempted}
          choices={choices}
          onChoices={props.onChoices}
        />
      ) : read.isError ? (
        <ReadFailure level={3} title="The enquiry could not be loaded" read={read} />
      ) : (
        <LoadingSkeleton blocks={['h-5 w-64', 'h-48 w-full']} />
      )}
    </Sheet>
  );
}

/** Lists the things still to do, by line. After a second refusal, focuses the first line that is short. */
function useProblems(
  refused: RefusedConversion | null,
  lines: readonly ItemLine[] | undefined,
  choices: Choices,
): Map<string, string> {
  const problems =
    refused && lines ? lineProblems(lines, refused, choices, studioToday()) : NO_PROBLEMS;
  const focusFirst = useEffectEvent(() => focusLine(problems));
  useEffect(() => {
    if (refused && Object.keys(refused.sent).length > 0) focusFirst();
  }, [refused]);
  return problems;
}

const NO_PROBLEMS = new Map<string, string>();

const lineId = (id: string) => `short-line-${id}`;

/** Focuses the first line with a problem. */
function focusLine(problems: Map<string, string>) {
  const [id = ''] = problems.keys();
  document.getElementById(lineId(id))?.focus();
}

/** why the attribute: `showModal()` focuses the element that has it. */
function focusOnOpening(list: HTMLElement | null) {
  list?.querySelector('fieldset')?.setAttribute('autofocus', '');
}

interface ShortLinesProps {
  lines: readonly ItemLine[];
  refused: RefusedConversion;
  problems: Map<string, string>;
  isAttempted: boolean;
  choices: Choices;
  onChoices: (choices: Choices) => void;
}

function ShortLines(props: ShortLinesProps) {
  const { lines, refused, problems, isAttempted, choices, onChoices } = props;
  const now = useMinute();
  const all = shortLines(lines, refused);
  return (
    <div ref={focusOnOpening} className="space-y-4">
      {all.map((short) => (
        <ShortLineChoices
          key={short.line.id}
          id={lineId(short.line.id)}
          short={short}
          all={all}
          choice={choices[short.line.id] ?? NO_CHOICE}
          problem={problems.get(short.line.id) ?? ''}
          isAttempted={isAttempted}
          now={now}
          onChange={(choice) => onChoices(withChoice(choices, short.line.id, choice))}
        />
      ))}
    </div>
  );
}
