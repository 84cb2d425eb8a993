/** Moves the popover around an element to the top of the top layer. */
export function bringToTop(element: HTMLElement | null) {
  const popover = element?.closest<HTMLElement>('[popover]');
  // why: a browser without popovers shows it as part of the page.
  if (!popover || !('showPopover' in popover)) return;
  popover.hidePopover();
  popover.showPopover();
}
