import { useRouter } from '@tanstack/react-router';
import type { Site } from '#domain/settings/site.ts';

/** The site-wide settings that the page was rendered with: `useSite().studio.name`. */
export const useSite = (): Site => useRouter().options.context.site;
