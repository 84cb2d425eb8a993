import type { Site } from '#domain/settings/site.ts';

// why a plain value: the provider's script cannot read the site's CSS variables.
const TEAL = '#00726f';

/** The settings of the chat widget, under the provider's names (docs/product/storefront.md). */
export const chatSettings = (site: Site) => ({
  enabled: true,
  chatButtonSetting: {
    backgroundColor: site.brand.accent || TEAL,
    ctaText: site.studio.chat_call_to_action,
    ctaIconWATI: false,
    borderRadius: '25',
    marginRight: '20',
    marginBottom: '20',
    position: 'right',
  },
  brandSetting: {
    brandName: site.studio.chat_brand_name,
    brandSubTitle: site.studio.chat_brand_subtitle,
    welcomeText: site.studio.chat_welcome_text,
    messageText: site.studio.chat_message,
    backgroundColor: site.brand.accent || TEAL,
    ctaText: site.studio.chat_call_to_action,
    borderRadius: '25',
    autoShow: false,
    phoneNumber: site.studio.whatsapp,
  },
});
