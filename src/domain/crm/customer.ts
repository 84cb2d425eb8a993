import type { StudioDate } from '../dates.ts';
import { typedDifferently, type EnquiryContact } from './crm-text.ts';

/** A customer. Name, mobile and e-mail are null once personal data is erased. */
export interface CustomerFacts {
  id: string;
  customer_number: string;
  first_name: string | null;
  last_name: string | null;
  mobile: string | null;
  email: string | null;
  assigned_to: string | null;
  assigned_name: string | null;
  erased_at: string | null;
  created_at: string;
  updated_at: string;
}

interface CustomerRental {
  id: string;
  status: string;
  rental_from: StudioDate | null;
  rental_to: StudioDate | null;
  rental_days: number;
  /** Rupees without GST. */
  total_price: number;
  message: string | null;
  created_at: string;
  item_count: number;
}

/** An enquiry of a customer, converted or not. */
export interface CustomerEnquiry extends CustomerRental, EnquiryContact {
  enquiry_number: string | null;
  order: { id: string; order_number: string } | null;
}

/** An order of a customer. */
export interface CustomerOrder extends CustomerRental {
  order_number: string | null;
  payment_status: string;
  enquiry: { id: string; enquiry_number: string } | null;
}

/** A message from the contact form. */
export interface CustomerMessage extends EnquiryContact {
  id: string;
  message: string | null;
  created_at: string;
  handled_at: string | null;
  handled_by: string | null;
  handled_name: string | null;
}

/** A staff note on a customer, or on one of their enquiries or orders. */
export interface CustomerNote {
  id: string;
  note: string;
  author: string | null;
  author_name: string | null;
  created_at: string;
  /** Time of the last edit; null if never edited. */
  edited_at: string | null;
  edited_by: string | null;
  editor_name: string | null;
  /** Number of the enquiry or order that it is about; null: about the customer. */
  number: string | null;
}

/** A customer who was merged into the one that is shown. */
export interface CustomerMerge {
  /** Of the merge. */
  id: string;
  customer_number: string;
  name: string | null;
  mobile: string | null;
  merged_at: string;
  merged_name: string | null;
  /** Until when the merge can be undone; null: no longer. ISO 8601. */
  undo_until: string | null;
}

/** An event of the activity of a customer, enquiry or order. */
export interface TimelineEvent {
  id: string;
  created_at: string;
  actor: 'visitor' | 'staff' | 'system';
  user_id: string | null;
  user_name: string | null;
  what: string;
  from: string | null;
  to: string | null;
  from_name: string | null;
  to_name: string | null;
  subject: 'customer' | 'enquiry' | 'order' | 'message' | 'note';
  subject_id: string;
  /** Number of its enquiry or order. */
  number: string | null;
}

/** A customer with all related records; each list newest first, 100 at most. */
export interface CustomerRecord extends CustomerFacts {
  /** Number of enquiries that still need action. */
  open_enquiries: number;
  enquiries_total: number;
  orders_total: number;
  messages_total: number;
  unhandled_messages: number;
  enquiries: CustomerEnquiry[];
  orders: CustomerOrder[];
  messages: CustomerMessage[];
  notes: CustomerNote[];
  /** The customer that remains of a merged one. */
  merged_into: { id: string; customer_number: string } | null;
  merges: CustomerMerge[];
  timeline: TimelineEvent[];
}

/** A name or e-mail address typed by a visitor that differs from the record. */
export interface TypedVariant {
  text: string;
  /** When it was last typed. ISO 8601. */
  created_at: string;
}

/** Names and e-mail addresses that differ from the record, without duplicates, latest first. */
export function typedVariants(customer: CustomerRecord): TypedVariant[] {
  const { first_name, last_name, email } = customer;
  const known = {
    first_name: first_name ?? '',
    last_name: last_name ?? '',
    email: email ?? '',
  };
  const seen = new Map<string, TypedVariant>();
  const sent = [...customer.enquiries, ...customer.messages].toSorted((a, b) =>
    b.created_at.localeCompare(a.created_at),
  );
  for (const one of sent) {
    const typed = typedDifferently(one, known);
    for (const text of [typed.name, typed.email]) {
      if (text && !seen.has(text.toLowerCase())) {
        seen.set(text.toLowerCase(), { text, created_at: one.created_at });
      }
    }
  }
  return [...seen.values()];
}
