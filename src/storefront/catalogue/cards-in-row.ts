/** `localStorage` key; '2' means two cards in a row on a phone. */
export const CARDS_KEY = 'cardsInRow';

/**
 * Inline script for the document's head: marks `<html>` for styles.css before the first paint.
 */
export const APPLY_CARDS = `try{if(localStorage.${CARDS_KEY}==='2')document.documentElement.dataset.cards='2'}catch{}`;
