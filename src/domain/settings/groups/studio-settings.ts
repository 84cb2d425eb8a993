import { studio } from '#config';
import { withDefaults, type SettingGroup } from '../rules/setting-group.ts';

const line = (max: number) => ({ type: 'text', max, required: true }) as const;

/** Name, address, contacts, GST rate and the chat's texts. */
export const STUDIO_GROUP = {
  name: 'studio',
  title: 'The studio',
  text: 'Shown on every page, in page titles, calendars, day sheets and receipts.',
  settings: withDefaults(studio.studio, {
    name: { label: 'Name', rule: line(80) },
    short_name: {
      label: 'Short name',
      help: 'In the header and in titles of the back office.',
      rule: line(30),
    },
    tagline: { label: 'Tagline', rule: { type: 'text', max: 200, optional: true } },
    address_lines: {
      label: 'Address',
      help: 'Street and area, without the city.',
      rule: { type: 'text', max: 300, multiline: true, required: true },
    },
    city: { label: 'City', rule: line(80) },
    region: {
      label: 'State',
      help: 'As GST names it, like Karnataka. Without a GSTIN it decides which GST is due.',
      rule: line(80),
    },
    postal_code: { label: 'PIN code', rule: line(12) },
    country: { label: 'Country', rule: line(60) },
    email: { label: 'E-mail', rule: { type: 'email' } },
    phone: { label: 'Phone', help: 'With country code: +918041230000.', rule: { type: 'phone' } },
    whatsapp: {
      label: 'WhatsApp number',
      help: 'Digits only, with country code: 919000000000.',
      rule: { type: 'digits', min: 8, max: 15 },
    },
    hours: {
      label: 'Opening hours',
      help: 'One line each. Shown in the footer.',
      rule: { type: 'text', max: 300, multiline: true, optional: true },
    },
    gst_registered: {
      label: 'Registered for GST',
      help: 'Without it neither cart nor documents have GST.',
      rule: { type: 'boolean' },
    },
    gst_rate: {
      label: 'GST rate',
      help: 'Of the cart, of estimates, and of the tax classes that have it.',
      rule: { type: 'share' },
    },
    projects_url: {
      label: 'Address of the projects',
      help: '“View Project” links begin with it.',
      rule: { type: 'url' },
    },
    work_brands: { label: 'Brands worked for', rule: line(20) },
    work_images: { label: 'Images made', rule: line(20) },
    work_videos: { label: 'Videos made', rule: line(20) },
    chat_brand_name: { label: 'Chat: name', rule: line(40) },
    chat_brand_subtitle: { label: 'Chat: line below the name', rule: line(80) },
    chat_welcome_text: { label: 'Chat: first words', rule: line(200) },
    chat_message: { label: 'Chat: message to start with', rule: line(300) },
    chat_call_to_action: { label: 'Chat: button', rule: line(30) },
  }),
} as const satisfies SettingGroup;
