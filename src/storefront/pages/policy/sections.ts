import type { PolicyFigures } from '#domain/settings/site.ts';
import { formatPrice } from '#domain/money.ts';

const percent = (share: number) => `${share * 100}%`;

/** One section of the studio policy. */
export interface PolicySection {
  id: string;
  title: string;
  /** The section's key figure, shown large. */
  figure?: { value: string; what: string };
  text: readonly string[];
  /** A small table of conditions and consequences. */
  table?: { head: readonly [string, string]; rows: readonly (readonly [string, string])[] };
}

/** The ten sections of the studio policy (docs/product/storefront.md). */
export const policySections = (policy: PolicyFigures): readonly PolicySection[] => [
  {
    id: 'people',
    title: 'People on set',
    figure: { value: `${policy.people_included} people`, what: 'per booking' },
    text: [
      `A booking covers up to ${policy.people_included} people, not counting our staff. Everyone of your team counts: crew, cast, clients and guests.`,
      `Each extra person is ${formatPrice(policy.people_extra_each)}. Tell us beforehand, so that there is a chair for everyone and the fire exits stay clear.`,
    ],
  },
  {
    id: 'time',
    title: 'Your hours and overtime',
    figure: {
      value: `${policy.grace_minutes_from} to ${policy.grace_minutes_to} minutes`,
      what: 'grace for pack-up',
    },
    text: [
      'Your time starts when it was booked, also when the team is late, and includes set-up, shooting and packing up.',
      `At the end there is a grace period of ${policy.grace_minutes_from} to ${policy.grace_minutes_to} minutes for pack-up. After that overtime is charged by the hour, if the floor is free.`,
    ],
  },
  {
    id: 'payment',
    title: 'Booking and payment',
    figure: { value: percent(policy.advance_part), what: 'advance on larger bookings' },
    text: [
      'An enquiry holds nothing yet: your dates are yours when the advance has arrived. Prices are in rupees and GST is added to the bill.',
      'Rented items are charged per day, the first and the last day included.',
    ],
    table: {
      head: ['Booking', 'Payment'],
      rows: [
        [`Under ${formatPrice(policy.advance_full_below)}`, '100% advance'],
        [
          `${formatPrice(policy.advance_full_below)} and over`,
          `${percent(policy.advance_part)} advance and ${percent(1 - policy.advance_part)} by the shoot day`,
        ],
      ],
    },
  },
  {
    id: 'refunds',
    title: 'Cancellations and refunds',
    figure: {
      value: `${policy.refund_days_from} to ${policy.refund_days_to} working days`,
      what: 'until the money is back',
    },
    text: [
      `Plans change; tell us as early as you can. Refunds are processed in ${policy.refund_days_from} to ${policy.refund_days_to} working days, the way they were paid.`,
    ],
    table: {
      head: ['You cancel', 'We refund'],
      rows: [
        [`${policy.refund_full_hours} hours or more before`, 'Full refund'],
        [
          `${policy.refund_late_hours} to ${policy.refund_full_hours} hours before`,
          percent(policy.refund_late),
        ],
        [`Under ${policy.refund_late_hours} hours before`, percent(policy.refund_last)],
        ['No-show', 'No refund'],
      ],
    },
  },
  {
    id: 'cleaning',
    title: 'Cleaning',
    figure: { value: formatPrice(policy.cleaning_fee), what: 'cleaning fee' },
    text: [
      `Leave the floor as you found it. Where paint, powder, glitter, food or confetti stay behind, a cleaning fee of ${formatPrice(policy.cleaning_fee)} is added.`,
      'Smoke, haze and liquids on the cyclorama only after asking us.',
    ],
  },
  {
    id: 'furniture',
    title: 'What is included',
    figure: {
      value: `${policy.chairs} chairs, ${policy.desks} desk`,
      what: 'with every booking',
    },
    text: [
      `${policy.chairs} chairs and ${policy.desks} desk for your team come with the floor, and so do the make-up corner, the changing room and the Wi-Fi.`,
      'Props, sets, backdrops, gear and clothes are rented on top, at the price per day that the catalogue shows.',
    ],
  },
  {
    id: 'power',
    title: 'Power and generators',
    figure: {
      value: `${policy.generator_kva} kVA`,
      what: 'the largest portable generator',
    },
    text: [
      `Portable generators are welcome up to ${policy.generator_kva} kVA only, outdoors, with their own cable and earthing. Larger ones stay outside the compound.`,
      'Ask our light crew before you plug in anything above 15 amperes.',
    ],
  },
  {
    id: 'pets',
    title: 'Pets and animals',
    text: [
      'Pets need our prior approval, with a handler who stays with them all day.',
      'Animals on camera come with the papers the law asks for. What they spill or chew is treated like any other damage.',
    ],
  },
  {
    id: 'care',
    title: 'Rented items, care and damage',
    text: [
      'We check everything together when it goes out and when it comes back. Items marked In-Studio Only do not leave the studio.',
      'What is lost or broken is charged at the cost of repair or replacement, never more. Clothes come back unwashed: we clean them ourselves.',
    ],
  },
  {
    id: 'conduct',
    title: 'Safety and conduct',
    text: [
      'No smoking indoors, no open fire without our fire warden, and nothing on set that the law forbids. Corridors and exits stay clear.',
      'Your insurance covers your people and your equipment; we are not liable for things left behind. We may end a booking that puts people in danger.',
    ],
  },
];
