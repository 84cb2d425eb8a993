import { compared } from '#domain/compared.ts';
import type { useNavigate } from '@tanstack/react-router';
import { TYPE_LABELS } from '#domain/cart/type-labels.ts';
import { periodText } from '#domain/availability/availability-text.ts';
import type { FoundRecord } from '#domain/crm/found-record.ts';
import { formatMobile } from '#domain/phone.ts';
import type { RecordLinks } from '../../kit/record-links.ts';
import type { NavigationEntry } from '../ops-navigation.ts';

/** One line of the palette. */
export interface PaletteEntry {
  key: string;
  title: string;
  /** Quiet, after the title. */
  detail: string;
  /** The keys that open it anywhere: `g t`. */
  keys?: string | undefined;
  /** Set for a record, which is listed as recent once it was opened. */
  record?: FoundRecord;
  open: () => void;
}

type Navigate = ReturnType<typeof useNavigate>;

// A document's status is its kind.
const WHAT: Record<Exclude<FoundRecord['what'], 'document'>, string> = {
  customer: 'Customer',
  enquiry: 'Enquiry',
  order: 'Order',
  item: 'Item',
  piece: 'Piece',
};

/** The line of a found record. */
export function recordEntry(
  record: FoundRecord,
  navigate: Navigate,
  links: RecordLinks,
): PaletteEntry {
  const { what, id, number, title, type } = record;
  return {
    key: `${what} ${id}`,
    title: `${number} · ${title ?? 'erased'}`,
    detail: detailOf(record),
    record,
    open: () => {
      if (what === 'customer') {
        void navigate({ to: '/ops/customers/$number', params: { number } });
      } else if (what === 'document') {
        void navigate({ to: '/ops/documents/$id', params: { id } });
      } else if (what === 'piece') {
        void navigate({ to: '/ops/scan/{-$code}', params: { code: number } });
      } else if (type) {
        void navigate(links.item(type, number));
      } else {
        void navigate(what === 'order' ? links.order(number) : links.enquiry(number));
      }
    },
  };
}

function detailOf(record: FoundRecord) {
  const { what, type, mobile, status, rental_from, rental_to, item, active } = record;
  const from = rental_from ?? rental_to;
  const parts = [
    type ? TYPE_LABELS[type] : what !== 'document' && WHAT[what],
    mobile && formatMobile(mobile),
    status,
    from && periodText({ from, to: rental_to ?? from }),
    item,
    !active && 'not active',
  ];
  return parts.filter(Boolean).join(' · ');
}

const MESSAGE_ACTIONS = [
  { state: 'failed', title: 'Failed e-mails', detail: 'what could not be delivered' },
  { state: 'open', title: 'Waiting e-mails', detail: 'what is still to be sent' },
] as const;

const MONEY_ACTIONS = [
  { tab: 'claims', title: 'Match claims', detail: 'what customers say they paid' },
  { tab: 'exports', title: 'Export registers', detail: 'GSTR-1, invoices, payments' },
] as const;

/** Places and actions whose words contain the text; all without one. */
export function actionEntries(
  q: string,
  places: readonly NavigationEntry[],
  navigate: Navigate,
): PaletteEntry[] {
  const making: PaletteEntry[] = places.some(({ label }) => label === 'CRM')
    ? (['order', 'enquiry'] as const).map((made) => ({
        key: `new ${made}`,
        title: `New ${made}`,
        detail: 'for a caller',
        open: () =>
          void navigate({
            to: '/ops/crm',
            search: { tab: made === 'order' ? 'orders' : 'enquiries', new: made },
          }),
      }))
    : [];
  const money: PaletteEntry[] = places.some(({ label }) => label === 'Money')
    ? MONEY_ACTIONS.map(({ title, detail, tab }) => ({
        key: `money ${tab}`,
        title,
        detail,
        open: () => void navigate({ to: '/ops/money', search: { tab } }),
      }))
    : [];
  const messages: PaletteEntry[] = places.some(({ label }) => label === 'Messages')
    ? MESSAGE_ACTIONS.map(({ title, detail, state }) => ({
        key: `messages ${state}`,
        title,
        detail,
        open: () => void navigate({ to: '/ops/messages', search: { state } }),
      }))
    : [];
  const going = places.map(({ label, link, key }): PaletteEntry => ({
    key: `go ${label}`,
    title: `Go to ${label}`,
    detail: '',
    keys: key && `g ${key}`,
    open: () => void navigate(link),
  }));
  const text = compared(q);
  return [...making, ...money, ...messages, ...going].filter(({ title }) =>
    compared(title).includes(text),
  );
}
