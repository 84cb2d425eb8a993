import { CircleAlert } from 'lucide-react';
import { Fragment } from 'react';
import type { EnquiryLine, RecordLine } from '#domain/crm/rental-line.ts';
import {
  holdEndText,
  lineText,
  nextFreeText,
  othersText,
  reservedText,
  sentText,
} from '#domain/crm/shortage-text.ts';
import { classNames } from '#ui/class-names.ts';
import { EnquiryLink } from './enquiry-link.tsx';

export interface LineFiguresProps {
  line: RecordLine | EnquiryLine;
  now: Date;
}

/**
 * The pieces of a line that are free on its days, and the enquiries that want or hold them. An order's
 * line leaves out its own pieces; an enquiry's also says how many were free when it was sent.
 */
export function LineFigures({ line, now }: LineFiguresProps) {
  const { availability } = line;
  if (!availability) return null;
  const { short_days, others, others_total, holds } = availability;
  const isShort = short_days.length > 0;
  const isEnquiry = 'free_when_sent' in line;
  const more = isEnquiry ? [isShort && nextFreeText(availability), sentText(line)] : [];
  return (
    <div className="mt-0.5 space-y-0.5 text-xs text-ink-quiet tabular-nums sm:pl-15">
      <p>
        <span className={classNames(isShort && 'font-medium text-red')}>
          {isShort && (
            <CircleAlert aria-hidden size={14} className="-mt-0.5 mr-1 inline-block align-middle" />
          )}
          {isEnquiry ? lineText(availability) : reservedText(line, availability)}
        </span>
        {more.filter(Boolean).map((fact) => ` · ${fact}`)}
      </p>
      {holds.map((hold) => (
        <p key={hold.enquiry_id}>
          {hold.quantity === 1 ? 'Held' : `${hold.quantity} held`} for{' '}
          <EnquiryLink number={hold.number} /> {holdEndText(hold, now)}
        </p>
      ))}
      {others_total > 0 && (
        <p>
          {othersText(others_total)}:{' '}
          {others.map(({ id, number }, at) => (
            <Fragment key={id}>
              {at > 0 && ', '}
              <EnquiryLink number={number} />
            </Fragment>
          ))}
          {others_total > others.length && ' …'}
        </p>
      )}
    </div>
  );
}
