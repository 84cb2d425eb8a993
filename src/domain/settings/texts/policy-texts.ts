/** Default texts of the page /studio-policy. The figures in braces are settings of the group `policy`. */
export const POLICY_TEXTS = {
  title: 'Studio Policy',
  text: 'The rules of the house, in plain words. They hold for every booking; if one does not fit your shoot, ask us before the day.',
  sections: [
    {
      title: 'People on set',
      figure: '{people_included} people',
      figure_note: 'per booking',
      text: [
        'A booking covers up to {people_included} people, not counting our staff. Everyone of your team counts: crew, cast, clients and guests.',
        'Each extra person is {people_extra_each}. Tell us beforehand, so that there is a chair for everyone and the fire exits stay clear.',
      ].join('\n'),
      table: '',
      anchor: 'people',
    },
    {
      title: 'Your hours and overtime',
      figure: '{grace_minutes_from} to {grace_minutes_to} minutes',
      figure_note: 'grace for pack-up',
      text: [
        'Your time starts when it was booked, also when the team is late, and includes set-up, shooting and packing up.',
        'At the end there is a grace period of {grace_minutes_from} to {grace_minutes_to} minutes for pack-up. After that overtime is charged by the hour, if the floor is free.',
      ].join('\n'),
      table: '',
      anchor: 'time',
    },
    {
      title: 'Booking and payment',
      figure: '{advance_part}',
      figure_note: 'advance on larger bookings',
      text: [
        'An enquiry holds nothing yet: your dates are yours when the advance has arrived. Prices are in rupees and GST is added to the bill.',
        'Rented items are charged per day, the first and the last day included.',
      ].join('\n'),
      table: [
        'Booking | Payment',
        'Under {advance_full_below} | 100% advance',
        '{advance_full_below} and over | {advance_part} advance and {advance_rest} by the shoot day',
      ].join('\n'),
      anchor: 'payment',
    },
    {
      title: 'Cancellations and refunds',
      figure: '{refund_days_from} to {refund_days_to} working days',
      figure_note: 'until the money is back',
      text: 'Plans change; tell us as early as you can. Refunds are processed in {refund_days_from} to {refund_days_to} working days, the way they were paid.',
      table: [
        'You cancel | We refund',
        '{refund_full_hours} hours or more before | Full refund',
        '{refund_late_hours} to {refund_full_hours} hours before | {refund_late}',
        'Under {refund_late_hours} hours before | {refund_last}',
        'No-show | No refund',
      ].join('\n'),
      anchor: 'refunds',
    },
    {
      title: 'Cleaning',
      figure: '{cleaning_fee}',
      figure_note: 'cleaning fee',
      text: [
        'Leave the floor as you found it. Where paint, powder, glitter, food or confetti stay behind, a cleaning fee of {cleaning_fee} is added.',
        'Smoke, haze and liquids on the cyclorama only after asking us.',
      ].join('\n'),
      table: '',
      anchor: 'cleaning',
    },
    {
      title: 'What is included',
      figure: '{chairs} chairs, {desks} desk',
      figure_note: 'with every booking',
      text: [
        '{chairs} chairs and {desks} desk for your team come with the floor, and so do the make-up corner, the changing room and the Wi-Fi.',
        'Props, sets, backdrops, gear and clothes are rented on top, at the price per day that the catalogue shows.',
      ].join('\n'),
      table: '',
      anchor: 'furniture',
    },
    {
      title: 'Power and generators',
      figure: '{generator_kva} kVA',
      figure_note: 'the largest portable generator',
      text: [
        'Portable generators are welcome up to {generator_kva} kVA only, outdoors, with their own cable and earthing. Larger ones stay outside the compound.',
        'Ask our light crew before you plug in anything above 15 amperes.',
      ].join('\n'),
      table: '',
      anchor: 'power',
    },
    {
      title: 'Pets and animals',
      figure: '',
      figure_note: '',
      text: [
        'Pets need our prior approval, with a handler who stays with them all day.',
        'Animals on camera come with the papers the law asks for. What they spill or chew is treated like any other damage.',
      ].join('\n'),
      table: '',
      anchor: 'pets',
    },
    {
      title: 'Rented items, care and damage',
      figure: '',
      figure_note: '',
      text: [
        'We check everything together when it goes out and when it comes back. Items marked In-Studio Only do not leave the studio.',
        'What is lost or broken is charged at the cost of repair or replacement, never more. Clothes come back unwashed: we clean them ourselves.',
      ].join('\n'),
      table: '',
      anchor: 'care',
    },
    {
      title: 'Safety and conduct',
      figure: '',
      figure_note: '',
      text: [
        'No smoking indoors, no open fire without our fire warden, and nothing on set that the law forbids. Corridors and exits stay clear.',
        'Your insurance covers your people and your equipment; we are not liable for things left behind. We may end a booking that puts people in danger.',
      ].join('\n'),
      table: '',
      anchor: 'conduct',
    },
  ],
  description:
    'People on set, overtime, advance payment, refunds, cleaning, power and pets: the rules of the studio in plain words.',
};
