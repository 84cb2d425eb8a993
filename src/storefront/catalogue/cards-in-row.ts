/** Where the browser keeps '2' for a visitor who wants two cards in a row on a phone. */
export const CARDS_KEY = 'cardsInRow';

/**
 * Applies the choice before the page is painted: an inline script in the document's head that marks
 * `<html>`, from where styles.css takes it.
 */
export const APPLY_CARDS = `try{if(localStorage.${CARDS_KEY}==='2')document.documentElement.dataset.cards='2'}catch{}`;
