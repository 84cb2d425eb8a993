import type { Page } from '@playwright/test';

/** The address that opens an enquiry over the list. */
export const addressOf = (number: string) => `/ops/crm?tab=enquiries&open=${number}`;

/** The drawer of an enquiry or order. */
export const drawer = (page: Page, number: string) => page.getByRole('dialog', { name: number });

/** The status of the enquiry in its drawer. */
export const status = (page: Page, number: string) =>
  drawer(page, number).getByRole('combobox', { name: 'Status' });

/** The button that makes an order of the enquiry. */
export const convert = (page: Page, number: string) =>
  drawer(page, number).getByRole('button', { name: 'Convert to Order' });
