/** Focuses the first invalid field inside an element, once the errors of a submission are rendered. */
export function focusInvalid(inside: HTMLElement | null): void {
  requestAnimationFrame(() => inside?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
