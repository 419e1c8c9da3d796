import type { ReceiptLanguage } from '@cottontree/contract';
import type { PaperBrand } from '../../../../kernel/running/paper-brand.ts';
import type { PaperTone } from '../../../../print/index.ts';

/** A label with what stands beside it. */
export type DrawerFact = { readonly label: string; readonly value: string };

/** Facts under a title, one below the other. */
export type DrawerSection = { readonly title: string; readonly rows: readonly DrawerFact[] };

/** Figures in columns: the first cell of each row says what it is. */
export type DrawerTable = {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly cells: readonly string[]; readonly strong: boolean }[];
};

/** The report of a drawer in words and figures as they are printed: whoever draws it decides nothing but places. Plain values all of it. */
export type DrawerPaper = {
  readonly language: ReceiptLanguage;
  readonly title: string;
  readonly number: string;
  readonly storeName: string;
  readonly brand: PaperBrand;
  readonly marks: readonly { readonly text: string; readonly tone: PaperTone }[];
  readonly watermark: string | null;
  /** Where, when and by whom: in three columns. */
  readonly facts: readonly DrawerFact[];
  /** The figures that are looked for first. */
  readonly cash: readonly DrawerFact[];
  readonly tables: readonly DrawerTable[];
  readonly sections: readonly DrawerSection[];
  /** What was noted, and what else has to be read. */
  readonly notes: readonly string[];
  /** Who signs; empty: nobody, for it changes yet. */
  readonly signatures: readonly string[];
  /** Hashes, told small at the end. */
  readonly fingerprints: readonly DrawerFact[];
  readonly writtenAt: Date;
};
