import { studio } from '#config';

// why a plain value: the provider's script cannot read the site's CSS variables.
const TEAL = '#00726f';

/** The settings of the chat widget, under the provider's names (docs/product/storefront.md). */
export const CHAT_SETTINGS = {
  enabled: true,
  chatButtonSetting: {
    backgroundColor: TEAL,
    ctaText: studio.studio.chat_call_to_action,
    ctaIconWATI: false,
    borderRadius: '25',
    marginRight: '20',
    marginBottom: '20',
    position: 'right',
  },
  brandSetting: {
    brandName: studio.studio.chat_brand_name,
    brandSubTitle: studio.studio.chat_brand_subtitle,
    welcomeText: studio.studio.chat_welcome_text,
    messageText: studio.studio.chat_message,
    backgroundColor: TEAL,
    ctaText: studio.studio.chat_call_to_action,
    borderRadius: '25',
    autoShow: false,
    phoneNumber: studio.studio.whatsapp,
  },
} as const;
