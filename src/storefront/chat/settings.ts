import { studio } from '#config';

// The brand's teal as a plain value: the provider knows nothing of the site's style sheet.
const TEAL = '#00726f';

/** The settings of the chat widget, in the provider's own words (spec, public side §9). */
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
