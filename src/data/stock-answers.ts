import * as z from 'zod/mini';
import { ITEM_KINDS, type ItemKind } from '#domain/catalogue/kinds/kind.ts';
import type { AvailabilitySettings, ClosedDay } from '#domain/settings/availability-settings.ts';
import type { ItemStock, StockDay, StockReservation } from '#domain/stock/item-stock.ts';
import type { FoundItem, KitComponent } from '#domain/stock/kit-components.ts';
import type { StockCheck } from '#domain/stock/stock-text.ts';
import type { Answers } from './answer-call.ts';
import type { Fields, Schema } from './answer-schema.ts';

const text = z.string();
const count = z.number();
const optionalText = z.nullable(text);
const optionalCount = z.nullable(count);
const kind: Schema<ItemKind> = z.enum(ITEM_KINDS);

const stockDay: Schema<StockDay> = z.object({
  day: text,
  room: count,
  booked: count,
  held: count,
  free: optionalCount,
  short: count,
} satisfies Fields<StockDay>);

const stockReservation: Schema<StockReservation> = z.object({
  id: text,
  kind: z.enum(['rental', 'hold', 'out_of_service', 'sub_rental']),
  status: z.enum(['held', 'booked', 'out', 'returned', 'released']),
  quantity: count,
  rental_from: text,
  rental_to: text,
  blocked_to: text,
  expires_at: optionalText,
  reason: optionalText,
  order: z.nullable(z.object({ id: text, order_number: text, customer: optionalText })),
  enquiry: z.nullable(z.object({ id: text, enquiry_number: text, customer: optionalText })),
} satisfies Fields<StockReservation>);

const itemStock: Schema<ItemStock> = z.object({
  of: optionalCount,
  turnaround_days: count,
  own_turnaround_days: optionalCount,
  days: z.array(stockDay),
  reservations: z.array(stockReservation),
} satisfies Fields<ItemStock>);

const stockCheck: Schema<StockCheck> = z.object({
  items: count,
  reservations: count,
  next_day: optionalText,
  short: count,
  short_days: count,
  first_days: z.array(text),
} satisfies Fields<StockCheck>);

const component: Schema<KitComponent> = z.object({
  type: kind,
  id: text,
  code: text,
  name: text,
  quantity: count,
  of: optionalCount,
} satisfies Fields<KitComponent>);

const foundItem: Schema<FoundItem> = z.object({
  type: kind,
  id: text,
  code: text,
  name: text,
  quantity: count,
  active: z.boolean(),
} satisfies Fields<FoundItem>);

const availabilitySettings: Schema<AvailabilitySettings> = z.object({
  shows: z.enum(['exact', 'yes-no', 'off']),
  turnaround: z.object({
    prop: count,
    cloth: count,
    backdrop: count,
    gear: count,
    set: count,
    crew: count,
  } satisfies Record<ItemKind, unknown>),
  closed_weekdays: z.array(count),
  closed_days: z.array(z.object({ day: text, reason: optionalText } satisfies Fields<ClosedDay>)),
  updated_at: text,
} satisfies Fields<AvailabilitySettings>);

/** The row of a reservation that staff made or ended. */
const reservationRow = z.object({ id: text });

/** Answers of the database functions of an item's stock and of the settings of availability. */
export const STOCK_ANSWERS = {
  item_reservations: itemStock,
  stock_check: stockCheck,
  set_out_of_service: reservationRow,
  add_sub_rental: reservationRow,
  release_reservation: reservationRow,
  set_turnaround: z.object({ turnaround_days: count, own_turnaround_days: optionalCount }),
  components: z.array(component),
  set_components: z.array(component),
  find_items: z.array(foundItem),
  availability_settings: availabilitySettings,
  change_availability_settings: availabilitySettings,
} satisfies Answers;
