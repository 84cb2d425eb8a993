/**
 * Everything a studio changes to make this its own. Public: all of it may reach a visitor's browser,
 * so nothing secret belongs here.
 */
export const studio = {
  name: 'Frameyard Studio Rental',
  shortName: 'Frameyard',
  tagline: 'Props, sets and gear for pictures worth keeping.',
  address: {
    lines: ['14, 3rd Cross, HAL 2nd Stage', 'Indiranagar'],
    city: 'Bangalore',
    region: 'Karnataka',
    postalCode: '560038',
    country: 'India',
  },
  email: 'hello@frameyard.example',
  /** E.164, as dialled. */
  phone: '+918041230000',
  /** Digits only, with country code, as wa.me links take it. */
  whatsapp: '919000000000',
  /** GST added on the cart's totals, never to an enquiry's `total_price` (spec, public side §9). */
  gstRate: 0.18,
  /** The studio's calendar: rental dates are dates of this zone. */
  timeZone: 'Asia/Kolkata',
  locale: 'en-IN',
} as const;
