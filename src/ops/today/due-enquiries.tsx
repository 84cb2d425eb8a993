import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PROMISED_HOURS } from '#config/policy';
import { momentText, timeLeftText } from '#domain/crm/hold-text.ts';
import { waitingText } from '#domain/desk/desk-text.ts';
import type { EndingHold, UnansweredEnquiry, WaitingEnquiry } from '#domain/desk/today.ts';
import { classNames } from '#ui/class-names.ts';
import { CallLinks } from '../desk/call-links.tsx';
import { DueSection } from './due-section.tsx';

interface ListProps<Row> {
  enquiries: readonly Row[];
  total: number;
}

/** Enquiries without an answer, the oldest first, against the promised 24 hours. */
export function DueEnquiries({ enquiries, total }: ListProps<UnansweredEnquiry>) {
  return (
    <DueSection title="Unanswered enquiries" total={total} shown={enquiries.length}>
      {enquiries.map((enquiry) => (
        <EnquiryRow key={enquiry.id} enquiry={enquiry}>
          <span className={classNames(enquiry.late && 'font-medium text-red')}>
            {waitingText(enquiry.hours, PROMISED_HOURS)}
          </span>
          {enquiry.owner && ` · ${enquiry.owner}`}
        </EnquiryRow>
      ))}
    </DueSection>
  );
}

/** Enquiries that wait as second option, and fit now. */
export function WaitingEnquiries({ enquiries, total }: ListProps<WaitingEnquiry>) {
  return (
    <DueSection title="Second options that fit now" total={total} shown={enquiries.length}>
      {enquiries.map((enquiry) => (
        <EnquiryRow key={enquiry.id} enquiry={enquiry}>
          call and hold, or convert
        </EnquiryRow>
      ))}
    </DueSection>
  );
}

/** Holds that end within 24 hours. */
export function EndingHolds({ enquiries, total, now }: ListProps<EndingHold> & { now: Date }) {
  return (
    <DueSection title="Holds ending" total={total} shown={enquiries.length}>
      {enquiries.map((enquiry) => (
        <EnquiryRow key={enquiry.id} enquiry={enquiry}>
          until {momentText(enquiry.held_until, now)} · {timeLeftText(enquiry.held_until, now)}
        </EnquiryRow>
      ))}
    </DueSection>
  );
}

interface EnquiryRowProps {
  enquiry: WaitingEnquiry;
  /** Why it is listed. */
  children: ReactNode;
}

function EnquiryRow({ enquiry, children }: EnquiryRowProps) {
  const { enquiry_number, customer } = enquiry;
  return (
    <li
      aria-label={enquiry_number}
      className="flex items-center gap-4 py-2 print:break-inside-avoid print:py-1"
    >
      <Link
        to="/ops/crm"
        search={{ tab: 'enquiries', open: enquiry_number }}
        preload={false}
        className="group block min-h-12 min-w-0 grow py-1"
      >
        <span className="block font-medium break-words group-hover:underline">
          {customer.name ?? 'Unknown Customer'}
        </span>
        <span className="block text-sm text-ink-quiet tabular-nums">
          {enquiry_number} · {children}
        </span>
      </Link>
      <CallLinks customer={customer} />
    </li>
  );
}
