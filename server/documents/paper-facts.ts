import type { DocumentKind } from '#domain/documents/document-kinds.ts';

/** Words and parts of a kind of document on paper. */
interface PaperFacts {
  /** The heading of the customer's block. */
  addressee: string;
  /** The label of the document that it corrects. */
  corrects: string;
  /** It says whether tax is payable on reverse charge, and has a place for a signature. */
  isTaxDocument: boolean;
  /** It says how to pay. */
  isPayable: boolean;
}

const AGAINST = 'Against invoice';

/** The paper of each kind. why not the domain's facts: the process has only types of it. */
export const PAPER_FACTS: Record<DocumentKind, PaperFacts> = {
  quote: { addressee: 'Quote for', corrects: AGAINST, isTaxDocument: false, isPayable: true },
  invoice: { addressee: 'Bill to', corrects: AGAINST, isTaxDocument: true, isPayable: true },
  credit_note: { addressee: 'Credit to', corrects: AGAINST, isTaxDocument: true, isPayable: false },
  receipt_voucher: {
    addressee: 'Received from',
    corrects: 'Refund voucher',
    isTaxDocument: true,
    isPayable: false,
  },
  refund_voucher: {
    addressee: 'Refunded to',
    corrects: 'Receipt voucher',
    isTaxDocument: true,
    isPayable: false,
  },
};
