import { PROMISED_HOURS } from '#config/policy';
import type { LinkedEnquiry } from '#data/crm/linked-enquiry-answers.ts';
import { formatDate, formatMoment } from '#domain/dates.ts';
import { HOUR_MS } from '#domain/days.ts';
import { formatTotal } from '#domain/money.ts';
import { rentedDays } from '../linked-text.ts';

/** Where an enquiry stands: the heading of its page, and a sentence. */
export interface Standing {
  title: string;
  text: string;
}

/** Where an enquiry stands, for its customer. */
export function standingOf(enquiry: LinkedEnquiry, now: Date): Standing {
  const { order, quote, answer, state } = enquiry;
  if (order) return orderStanding(order, state === 'cancelled');
  if (state === 'withdrawn') {
    return {
      title: 'You withdrew this enquiry',
      text: `${answer ? `On ${formatMoment(answer.at)}. ` : ''}Nothing is kept for you. Send a new enquiry at any time, or call us.`,
    };
  }
  if (state === 'closed') {
    return {
      title: 'This enquiry is closed',
      text: 'Send a new one at any time, or call us.',
    };
  }
  if (quote) return quoteStanding(quote);
  return openStanding(enquiry, now);
}

function orderStanding(
  { number, status, rental_from, rental_to }: NonNullable<LinkedEnquiry['order']>,
  isCancelled: boolean,
): Standing {
  if (isCancelled) {
    return {
      title: `Order ${number} was cancelled`,
      text: 'Send a new enquiry at any time, or call us.',
    };
  }
  const days = rentedDays(rental_from, rental_to);
  const word =
    status === 'completed' ? 'Completed' : status === 'in_progress' ? 'In progress' : 'Confirmed';
  return {
    title: `Your order ${number}`,
    text: `${word}${days ? `: ${days}` : ''}. Please call us about changes.`,
  };
}

function quoteStanding({
  number,
  total,
  valid_until,
  state,
  opens,
}: NonNullable<LinkedEnquiry['quote']>): Standing {
  if (state === 'accepted') {
    return {
      title: 'Quote accepted',
      text: `You have accepted quote ${number}. We will confirm your order.`,
    };
  }
  if (state === 'expired') {
    return {
      title: 'Our quote has expired',
      text: `Quote ${number} can no longer be accepted. Ask for a new one below, or call us.`,
    };
  }
  const until = valid_until ? `, valid until ${formatDate(valid_until)}` : '';
  const facts = `${number}: ${formatTotal(total)} with GST${until}.`;
  const where = opens ? '' : ' Open it from the message that we sent you, or call us.';
  if (state === 'declined') {
    return {
      title: 'Quote declined',
      text: `${facts} You can still accept it while it is valid.${where}`,
    };
  }
  return { title: 'Quote ready', text: facts + where };
}

function openStanding({ status, held_until, created_at }: LinkedEnquiry, now: Date): Standing {
  if (held_until) {
    return {
      title: `Held for you until ${formatMoment(held_until)}`,
      text: 'Nobody else can rent these items until then. Call us to confirm.',
    };
  }
  if (status === 'contacted') {
    return { title: 'We are on it', text: 'We have been in touch with you about this enquiry.' };
  }
  if (status === 'quoted') {
    return {
      title: 'Quote sent',
      text: 'You have our quote. Call us to confirm, or about changes.',
    };
  }
  if (status === 'on_hold') {
    return {
      title: 'Your enquiry is on hold',
      text: 'Tell us when you know more: ask for a change below, or call us.',
    };
  }
  if (now.getTime() - Date.parse(created_at) > PROMISED_HOURS * HOUR_MS) {
    return {
      title: 'We owe you an answer',
      text: `We promised one within ${PROMISED_HOURS} hours and are late. Please call us.`,
    };
  }
  return {
    title: `We answer within ${PROMISED_HOURS} hours`,
    text: 'We check the items for your dates, and call or write to you.',
  };
}
