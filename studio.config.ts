/**
 * Defaults of a new studio's settings; admins change them under /ops/settings (docs/product/settings.md). A setting's
 * key is its path in here: `studio.name`; the policy's figures are in `studio.policy.ts`. All of it may reach a visitor's browser, so nothing here may be secret.
 */
export const studio = {
  studio: {
    name: 'Frameyard Studio Rental',
    short_name: 'Frameyard',
    tagline: 'Props, sets and gear for pictures worth keeping.',
    /** One line each. */
    address_lines: '14, 3rd Cross, HAL 2nd Stage\nIndiranagar',
    city: 'Bangalore',
    region: 'Karnataka',
    postal_code: '560038',
    country: 'India',
    email: 'hello@frameyard.example',
    /** E.164, as dialled. */
    phone: '+918041230000',
    /** Digits only, with country code, as wa.me links take it. */
    whatsapp: '919000000000',
    /** Opening hours, one line each; empty: not shown. */
    hours: '',
    /** Base address of 'View Project' links, one page per project. */
    projects_url: 'https://work.frameyard.example',
    /** The studio's claims about its work. */
    work_brands: '200',
    work_images: '100,000',
    work_videos: '1,000',
    /** Whether the studio charges GST at all. */
    gst_registered: true,
    /** GST shown in the cart, never part of an enquiry's `total_price` (docs/product/cart-and-totals.md#totals). */
    gst_rate: 0.18,
    chat_brand_name: 'Frameyard',
    chat_brand_subtitle: 'Visual storytelling for brands',
    chat_welcome_text: 'Hi there! How can I help you?',
    chat_message: 'Hi Frameyard! I checked your website and have a few questions.',
    chat_call_to_action: 'Chat with us',
  },
  brand: {
    /** The picture in place of the name in the header; `url` null for none. */
    logo: { url: null as string | null, alt: '' },
    /** Colour of actions and links; empty: the site's teal. */
    accent: '',
  },
  /** Names of the links, by address. */
  navigation: {
    rental_menu: 'studio rental',
    rent_props: 'rent props',
    rent_clothes: 'rent clothes',
    rent_backdrops: 'rent backdrops',
    rent_gear: 'rent gear',
    crew_rental: 'hire crew',
    rent_sets_packages: 'rent sets and packages',
    free_props: 'free items',
    projects: 'projects',
    about: 'about',
    studio_policy: 'studio policy',
    my_order: 'my order',
    pricing: 'pricing',
  },
  footer: { links_title: 'the studio' },
};
