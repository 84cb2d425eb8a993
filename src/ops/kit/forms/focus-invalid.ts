/**
 * Focuses the first control of a form that is marked as wrong, once its messages are on the page.
 * @param also selector of other places that can be wrong
 */
export const focusInvalid = (form: HTMLElement | null, also?: string) =>
  requestAnimationFrame(() =>
    form
      ?.querySelector<HTMLElement>(['[aria-invalid="true"]', ...(also ? [also] : [])].join())
      ?.focus(),
  );
