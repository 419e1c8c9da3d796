import type { ReceiptLanguage } from '@cottontree/contract';
import type { PaperBrand } from '../../../kernel/running/paper-brand.ts';
import type { PaperTone } from '../../../print/index.ts';

/** A label with what stands beside it. */
export type PaperFact = { readonly label: string; readonly value: string };

/** Somebody who writes an invoice or gets it. */
export type PaperParty = { readonly name: string; readonly lines: readonly string[] };

export type PaperLine = {
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
  /** Empty where there is none. */
  readonly discount: string;
  readonly tax: string;
  readonly amount: string;
};

export type PaperTotal = PaperFact & {
  /** `sum`: what the rows before come to. */ readonly kind: 'row' | 'sum';
};

/** An invoice or a credit note in words and figures as they are printed: whoever draws it decides nothing but places. Plain values all of it. */
export type Paper = {
  readonly language: ReceiptLanguage;
  readonly title: string;
  readonly number: string;
  /** How it stands, in a word or two. */
  readonly marks: readonly { readonly text: string; readonly tone: PaperTone }[];
  /** In large across each page, of what nobody is to pay. */
  readonly watermark: string | null;
  readonly colours: PaperBrand['colours'];
  /** PNG or JPEG of our own making. */
  readonly logo: Uint8Array | null;
  readonly from: PaperParty;
  readonly to: PaperParty;
  readonly toLabel: string;
  readonly facts: readonly PaperFact[];
  /** Said once above the figures, because they are without it. */
  readonly currencySign: string;
  readonly lines: readonly PaperLine[];
  readonly totals: readonly PaperTotal[];
  readonly due: PaperFact & { readonly note: string | null; readonly tone: PaperTone };
  readonly pay: { readonly title: string; readonly help: string; readonly url: string } | null;
  readonly sections: readonly { readonly title: string; readonly text: string }[];
  readonly footer: string | null;
  /** The same paper makes the same bytes. */
  readonly writtenAt: Date;
};
