import { lazy } from 'react';

/**
 * Loads the script of the enquiry form ahead of its use.
 * why separate: the form and its rules are half of the page's script, and most visits only look.
 */
export const preloadEnquiry = () => import('#storefront/enquiry/place-enquiry.tsx');

/** The enquiry form, loaded on demand; needs a `Suspense` around it. */
export const LazyPlaceEnquiry = lazy(async () => ({
  default: (await preloadEnquiry()).PlaceEnquiry,
}));
