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
  /** What the studio says of its work (spec, public side §2). */
  work: { brands: '200', images: '100,000', videos: '1,000' },
  /** Where 'View Project' leads: one page per project under it. */
  projectsUrl: 'https://work.frameyard.example',
  /** The figures of the studio policy (spec, public side §9); amounts in rupees. */
  policy: {
    people: { included: 12, extraEach: 500 },
    graceMinutes: { from: 20, to: 30 },
    /** Below `fullBelow` all is paid in advance; from there on `part`, the rest by the shoot day. */
    advance: { fullBelow: 25_000, part: 0.5 },
    cleaningFee: 2_000,
    furniture: { chairs: 8, desks: 1 },
    /** Share returned by hours of notice; `fullHours` and more: all of it. */
    refund: { fullHours: 48, lateHours: 24, late: 0.75, last: 0.5 },
    refundDays: { from: 5, to: 7 },
    generatorKva: 5,
  },
  chat: {
    /**
     * Script of a chat provider. Null: a button of the site's own opens WhatsApp. The variable
     * `CHAT_SCRIPT_URL` goes before it.
     */
    scriptUrl: null as string | null,
    /** Id of the script's element: by it the script is added only once. */
    scriptId: 'studio-chat-script',
    /** The global function by which the script makes its widget. */
    createFunction: 'CreateWhatsappChatWidget',
    /** Where else the provider loads from or connects to; the script's own origin is understood. */
    origins: [] as string[],
    /** Whether the provider's widget writes `<style>` elements, which pages otherwise refuse. */
    writesStyles: true,
    brandName: 'Frameyard',
    brandSubtitle: 'Visual storytelling for brands',
    welcomeText: 'Hi there! How can I help you?',
    message: 'Hi Frameyard! I checked your website and have a few questions.',
    callToAction: 'Chat with us',
  },
} as const;
