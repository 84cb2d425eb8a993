import { studio } from '#config';

// why a plain value: the provider's script cannot read the site's CSS variables.
const TEAL = '#00726f';

/** The settings of the chat widget, under the provider's names (docs/product/storefront.md). */
export const CHAT_SETTINGS = {
  enabled: true,
  chatButtonSetting: {
    backgroundColor: TEAL,
    ctaText: studio.chat.callToAction,
    ctaIconWATI: false,
    borderRadius: '25',
    marginRight: '20',
    marginBottom: '20',
    position: 'right',
  },
  brandSetting: {
    brandName: studio.chat.brandName,
    brandSubTitle: studio.chat.brandSubtitle,
    welcomeText: studio.chat.welcomeText,
    messageText: studio.chat.message,
    backgroundColor: TEAL,
    ctaText: studio.chat.callToAction,
    borderRadius: '25',
    autoShow: false,
    phoneNumber: studio.whatsapp,
  },
} as const;
