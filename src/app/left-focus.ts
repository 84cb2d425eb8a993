/** In `sessionStorage`: what had the focus on the pages that this tab has left, by history entry. */
export const LEFT_FOCUS_KEY = 'focus';
