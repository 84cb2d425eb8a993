/**
 * Settings of a studio. All of it may reach a visitor's browser, so nothing here may be secret.
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
  /** GST shown in the cart, never part of an enquiry's `total_price` (docs/product/cart-and-totals.md#totals). */
  gstRate: 0.18,
  /** Time zone of rental dates. */
  timeZone: 'Asia/Kolkata',
  locale: 'en-IN',
  /** The studio's claims about its work. */
  work: { brands: '200', images: '100,000', videos: '1,000' },
  /** Base address of 'View Project' links, one page per project. */
  projectsUrl: 'https://work.frameyard.example',
  /** Figures of the studio policy; amounts in rupees. */
  policy: {
    people: { included: 12, extraEach: 500 },
    graceMinutes: { from: 20, to: 30 },
    /** Below `fullBelow` everything is paid in advance; otherwise `part`, the rest by the shoot day. */
    advance: { fullBelow: 25_000, part: 0.5 },
    cleaningFee: 2_000,
    furniture: { chairs: 8, desks: 1 },
    /** Share refunded by hours of notice; everything from `fullHours`. */
    refund: { fullHours: 48, lateHours: 24, late: 0.75, last: 0.5 },
    refundDays: { from: 5, to: 7 },
    generatorKva: 5,
  },
  chat: {
    /**
     * Script of a chat provider; null for our own WhatsApp button. `CHAT_SCRIPT_URL` overrides it.
     */
    scriptUrl: null as string | null,
    /** Id of the script element, so that it is added only once. */
    scriptId: 'studio-chat-script',
    /** Global function of the script that creates its widget. */
    createFunction: 'CreateWhatsappChatWidget',
    /** Other origins that the provider loads from or connects to. */
    origins: [] as string[],
    /** Whether the widget writes `<style>` elements, which the policy otherwise forbids. */
    writesStyles: true,
    brandName: 'Frameyard',
    brandSubtitle: 'Visual storytelling for brands',
    welcomeText: 'Hi there! How can I help you?',
    message: 'Hi Frameyard! I checked your website and have a few questions.',
    callToAction: 'Chat with us',
  },
} as const;
