import * as z from 'zod/mini';
import { ITEM_KINDS } from '#domain/catalogue/kinds/kind.ts';
import type {
  CustomerEnquiry,
  CustomerFacts,
  CustomerMerge,
  CustomerMessage,
  CustomerNote,
  CustomerOrder,
  CustomerRecord,
  TimelineEvent,
} from '#domain/crm/customer.ts';
import type { EnquiryContact } from '#domain/crm/crm-text.ts';
import type {
  Enquiry,
  EnquiryLine,
  EnquiryRecord,
  EnquiryReply,
  RentalLineAvailability,
  LineHold,
  Order,
  OrderLine,
  OrderRecord,
  OtherEnquiry,
  RecordLine,
  Rental,
  RentalCustomer,
  RentalLine,
  RentalOwner,
} from '#domain/crm/rental.ts';
import type { CrmCounts } from './crm-counts.ts';
import type { Lead } from './leads.ts';
import type { Profile } from './session.ts';
import type { Assignee } from './staff.ts';
import type { Status } from './statuses.ts';
import type { Answers } from './answer-call.ts';
import { listPage } from './list-answers.ts';
import type { Fields, Schema } from './answer-schema.ts';

const text = z.string();
const optionalText = z.nullable(text);
const count = z.number();
const optionalCount = z.nullable(count);
const kind = z.enum(ITEM_KINDS);

const contact = {
  contact_first_name: optionalText,
  contact_last_name: optionalText,
  contact_email: optionalText,
} satisfies Fields<EnquiryContact>;

const rentalCustomer: Schema<RentalCustomer> = z.object({
  id: text,
  customer_number: text,
  first_name: optionalText,
  last_name: optionalText,
  mobile: optionalText,
  email: optionalText,
  erased_at: optionalText,
} satisfies Fields<RentalCustomer>);

const lineFields = {
  id: text,
  item_type: z.nullable(kind),
  item_id: optionalText,
  quantity: count,
  price: z.number(),
  rental_days: count,
  name: optionalText,
  code: optionalText,
} satisfies Fields<Omit<RentalLine, 'description'>>;

const lineAvailability: Schema<RentalLineAvailability> = z.object({
  free: optionalCount,
  of: optionalCount,
  short_days: z.array(text),
  next_free: optionalText,
  others: z.array(
    z.object({
      id: text,
      number: text,
      customer: optionalText,
      quantity: count,
    } satisfies Fields<OtherEnquiry>),
  ),
  others_total: count,
  holds: z.array(
    z.object({
      enquiry_id: text,
      number: text,
      customer: optionalText,
      quantity: count,
      expires_at: text,
    } satisfies Fields<LineHold>),
  ),
} satisfies Fields<RentalLineAvailability>);

const recordLine = {
  ...lineFields,
  rental_from: optionalText,
  rental_to: optionalText,
  availability: z.nullable(lineAvailability),
  slug: optionalText,
  image: optionalText,
  active: z.nullable(z.boolean()),
  stock: optionalCount,
} satisfies Fields<Omit<RecordLine, 'description'>>;

const orderLine = {
  ...recordLine,
  description: optionalText,
  per_day: z.boolean(),
  list_price: optionalCount,
  price_reason: optionalText,
  charge: z.nullable(z.enum(['late', 'damage', 'missing'])),
  charge_for: optionalText,
  out: optionalCount,
  back: optionalCount,
} satisfies Fields<OrderLine>;

/** why: enquiries have no text lines. */
const forAnItem = { item_type: kind, item_id: text };

const enquiryLine = {
  ...recordLine,
  ...forAnItem,
  free_when_sent: optionalCount,
  of_when_sent: optionalCount,
} satisfies Fields<Omit<EnquiryLine, 'description'>>;

const rental = {
  id: text,
  created_at: text,
  status: text,
  total_price: z.number(),
  rental_from: optionalText,
  rental_to: optionalText,
  message: optionalText,
  assigned_to: optionalText,
  customer: rentalCustomer,
  items: z.array(z.object(lineFields)),
  ...contact,
} satisfies Fields<Rental>;

const enquiryFields = {
  ...rental,
  enquiry_number: optionalText,
  held_until: optionalText,
  waiting_since: optionalText,
  change_asked_at: optionalText,
} satisfies Fields<Enquiry>;

const orderFields = {
  ...rental,
  items: z.array(z.object({ ...lineFields, description: optionalText })),
  order_number: optionalText,
  payment_status: text,
} satisfies Fields<Order>;

const orderLink = z.nullable(z.object({ id: text, order_number: text }));
const enquiryLink = z.nullable(z.object({ id: text, enquiry_number: text }));

const timelineEvent: Schema<TimelineEvent> = z.object({
  id: text,
  created_at: text,
  actor: z.enum(['visitor', 'staff', 'system']),
  user_id: optionalText,
  user_name: optionalText,
  what: text,
  from: optionalText,
  to: optionalText,
  from_name: optionalText,
  to_name: optionalText,
  subject: z.enum(['customer', 'enquiry', 'order', 'message', 'note']),
  subject_id: text,
  number: optionalText,
} satisfies Fields<TimelineEvent>);

const customerNote: Schema<CustomerNote> = z.object({
  id: text,
  note: text,
  author: optionalText,
  author_name: optionalText,
  created_at: text,
  edited_at: optionalText,
  edited_by: optionalText,
  editor_name: optionalText,
  number: optionalText,
} satisfies Fields<CustomerNote>);

const ownerAndNotes = {
  owner: z.nullable(z.object({ id: text, name: optionalText } satisfies Fields<RentalOwner>)),
  notes: z.array(customerNote),
};

const enquiryReply: Schema<EnquiryReply> = z.object({
  answer: z.enum(['change', 'withdraw']),
  note: optionalText,
  at: text,
} satisfies Fields<EnquiryReply>);

const enquiryRecord: Schema<EnquiryRecord | null> = z.nullable(
  z.object({
    ...enquiryFields,
    items: z.array(z.object(enquiryLine)),
    hold_extensions: count,
    ...ownerAndNotes,
    can_hold: z.boolean(),
    order: orderLink,
    answers: z.array(enquiryReply),
    timeline: z.array(timelineEvent),
  } satisfies Fields<EnquiryRecord>),
);

const orderRecord: Schema<OrderRecord | null> = z.nullable(
  z.object({
    ...orderFields,
    items: z.array(z.object(orderLine)),
    discount_percent: optionalCount,
    discount_amount: optionalCount,
    discount_reason: optionalText,
    enquiry: enquiryLink,
    ...ownerAndNotes,
    timeline: z.array(timelineEvent),
  } satisfies Fields<OrderRecord>),
);

const customerFields = {
  id: text,
  customer_number: text,
  first_name: optionalText,
  last_name: optionalText,
  mobile: optionalText,
  email: optionalText,
  assigned_to: optionalText,
  assigned_name: optionalText,
  erased_at: optionalText,
  created_at: text,
  updated_at: text,
} satisfies Fields<CustomerFacts>;

/** A customer without their records, as `correct_customer` answers and as its conflicts carry. */
export const customerFacts: Schema<CustomerFacts> = z.object(customerFields);

const customerRental = {
  id: text,
  status: text,
  rental_from: optionalText,
  rental_to: optionalText,
  rental_days: count,
  total_price: z.number(),
  message: optionalText,
  created_at: text,
  item_count: count,
};

const customerEnquiry: Schema<CustomerEnquiry> = z.object({
  ...customerRental,
  ...contact,
  enquiry_number: optionalText,
  order: orderLink,
} satisfies Fields<CustomerEnquiry>);

const customerOrder: Schema<CustomerOrder> = z.object({
  ...customerRental,
  order_number: optionalText,
  payment_status: text,
  enquiry: enquiryLink,
} satisfies Fields<CustomerOrder>);

const customerMessage: Schema<CustomerMessage> = z.object({
  ...contact,
  id: text,
  message: optionalText,
  created_at: text,
  handled_at: optionalText,
  handled_by: optionalText,
  handled_name: optionalText,
} satisfies Fields<CustomerMessage>);

const customerMerge: Schema<CustomerMerge> = z.object({
  id: text,
  customer_number: text,
  name: optionalText,
  mobile: optionalText,
  merged_at: text,
  merged_name: optionalText,
  undo_until: optionalText,
} satisfies Fields<CustomerMerge>);

const customerRecord: Schema<CustomerRecord | null> = z.nullable(
  z.object({
    ...customerFields,
    open_enquiries: count,
    enquiries_total: count,
    orders_total: count,
    messages_total: count,
    unhandled_messages: count,
    enquiries: z.array(customerEnquiry),
    orders: z.array(customerOrder),
    messages: z.array(customerMessage),
    notes: z.array(customerNote),
    merged_into: z.nullable(z.object({ id: text, customer_number: text })),
    merges: z.array(customerMerge),
    timeline: z.array(timelineEvent),
  } satisfies Fields<CustomerRecord>),
);

const mergedCustomers = z.object({ merge: text, into: text, from: text });

const lead: Schema<Lead> = z.object({
  id: text,
  customer_number: text,
  first_name: text,
  last_name: text,
  email: optionalText,
  mobile: text,
  assigned_to: optionalText,
  assigned_name: optionalText,
  created_at: text,
  updated_at: text,
  enquiries: count,
  open_enquiries: count,
  orders: count,
  messages: count,
  unhandled_messages: count,
} satisfies Fields<Lead>);

const assignee: Schema<Assignee> = z.object({
  id: text,
  display_name: optionalText,
  disabled: z.boolean(),
} satisfies Fields<Assignee>);

/** Rows of the three tables of statuses. */
export const statuses: Schema<Status[]> = z.array(
  z.object({ value: text, label: text, is_active: z.boolean() } satisfies Fields<Status>),
);

/** The profiles of staff, rows of `user_profiles`. */
export const profiles: Schema<Profile[]> = z.array(
  z.object({
    id: text,
    display_name: optionalText,
    role: z.enum(['admin', 'crm_user', 'inventory_user']),
  } satisfies Fields<Profile>),
);

/** Rows of `customers` with their numbers and names. */
export const customerNames = z.array(
  z.object({ customer_number: text, first_name: optionalText, last_name: optionalText }),
);

/** Rows of `customers` with their assignees. */
export const assignments = z.array(z.object({ assigned_to: optionalText, updated_at: text }));

/** Rows of `enquiry_orders` or `orders` with their owners. */
export const owners = z.array(z.object({ assigned_to: optionalText }));

/** Rows of `customer_notes` with their texts. */
export const noteTexts = z.array(z.object({ note: text }));

/** Details of a refusal to convert an enquiry: the order that it was converted to before. */
export const convertedTo = z.object({ order_number: optionalText });

/** Details of a refusal of a mobile number that another customer has. */
export const takenMobile = z.object({
  reason: z.literal('mobile_taken'),
  customer: z.object({ id: text, customer_number: text, name: optionalText }),
});

/** Answers of the database functions of the CRM. */
export const CRM_ANSWERS = {
  search_leads: listPage(lead),
  search_enquiries: listPage<Enquiry>(z.object(enquiryFields)),
  search_orders: listPage<Order>(z.object(orderFields)),
  enquiry_record: enquiryRecord,
  order_record: orderRecord,
  make_enquiry_link: z.object({ id: text, secret: text }),
  end_enquiry_links: z.object({ ended: count }),
  settle_enquiry_change: z.object({ id: text }),
  customer_record: customerRecord,
  crm_counts: z.object({
    leads: count,
    enquiries: count,
    orders: count,
  } satisfies Fields<CrmCounts>),
  assignees: z.array(assignee),
  change_own_name: z.null(),
  convert_enquiry_to_order: z.object({ order_number: text }),
  correct_customer: customerFacts,
  merge_customers: mergedCustomers,
  undo_merge: mergedCustomers,
  erase_customer: z.object({ id: text, erased_at: text, documents_until: z.nullable(text) }),
} satisfies Answers;
