/** Facts of a kind of document that the app asks for. */
interface KindFacts {
  /** As lists and titles call it. */
  name: string;
  /** Its name inside a sentence. */
  word: string;
  /**
   * Where its lines come from: `source`: an order or enquiry, and staff edit them; `corrected`: the invoice that it
   * corrects; `payment`: the entry of the ledger that it is a voucher of.
   */
  lines: 'source' | 'corrected' | 'payment';
  /** Its customer answers it until its last day; it has revisions, and its lines are compared with the stock. */
  isOffer: boolean;
  /** It is in the registers, and names studio and taxes as the law demands. */
  isTaxDocument: boolean;
  /** It is not made from an enquiry. */
  needsOrder: boolean;
  /** Sign of its total in the bill of its order: 1 added, -1 deducted, 0 left out. */
  billSign: -1 | 0 | 1;
  /** Path of the page that its links open. */
  page: '/quote' | '/invoice';
}

/**
 * Kinds of documents with their facts, in the order of lists. Twin of `private.document_kinds` in SQL, which has more
 * (CONTRIBUTING.md#a-document-kind).
 */
export const DOCUMENT_FACTS = {
  quote: {
    name: 'Quote',
    word: 'quote',
    lines: 'source',
    isOffer: true,
    isTaxDocument: false,
    needsOrder: false,
    billSign: 0,
    page: '/quote',
  },
  invoice: {
    name: 'Tax invoice',
    word: 'invoice',
    lines: 'source',
    isOffer: false,
    isTaxDocument: true,
    needsOrder: true,
    billSign: 1,
    page: '/invoice',
  },
  credit_note: {
    name: 'Credit note',
    word: 'credit note',
    lines: 'corrected',
    isOffer: false,
    isTaxDocument: true,
    needsOrder: true,
    billSign: -1,
    page: '/invoice',
  },
  receipt_voucher: {
    name: 'Receipt voucher',
    word: 'receipt voucher',
    lines: 'payment',
    isOffer: false,
    isTaxDocument: true,
    needsOrder: true,
    billSign: 0,
    page: '/invoice',
  },
  refund_voucher: {
    name: 'Refund voucher',
    word: 'refund voucher',
    lines: 'payment',
    isOffer: false,
    isTaxDocument: true,
    needsOrder: true,
    billSign: 0,
    page: '/invoice',
  },
} as const satisfies Record<string, KindFacts>;

/** The kind of a document. */
export type DocumentKind = keyof typeof DOCUMENT_FACTS;

/** All kinds, in the order of lists. */
// why the cast: Object.keys names no more than these.
export const DOCUMENT_KINDS = Object.keys(DOCUMENT_FACTS) as DocumentKind[];

/** The kinds whose drafts are made of the lines of an order or enquiry. */
export type DraftedKind = {
  [Kind in DocumentKind]: (typeof DOCUMENT_FACTS)[Kind]['lines'] extends 'source' ? Kind : never;
}[DocumentKind];

/** Whether drafts of a kind are made of the lines of an order or enquiry, and edited. */
export const isDrafted = (kind: DocumentKind): kind is DraftedKind =>
  DOCUMENT_FACTS[kind].lines === 'source';
