import type { InvoiceCompany, InvoiceParty } from '@cottontree/contract';
import { tellPhone } from '../../../kernel/phone/tell-phone.ts';
import type { PaperBrand } from '../../../kernel/running/paper-brand.ts';
import type { PaperParty } from './paper.ts';
import type { PaperWords } from './paper-words.ts';

/** Whose invoice it is; its store's name where the settings say no other. */
export function companyParty(
  { name, address, email, phone, tax_id: taxId }: InvoiceCompany,
  { storeName, words }: { readonly storeName: string; readonly words: PaperWords },
): PaperParty {
  return {
    name: name ?? storeName,
    lines: linesOf([
      address,
      phone === null ? null : tellPhone(phone),
      email,
      taxId === null ? null : words.taxNumber(bareTaxId(taxId)),
    ]),
  };
}

export function customerParty(
  { name, address, email, phone, tax_id: taxId }: InvoiceParty,
  words: PaperWords,
): PaperParty {
  const known = [name, email, phone === null ? null : tellPhone(phone)].filter((part) => part !== null);
  const [first = words.customer, ...others] = known;
  return {
    name: first,
    lines: linesOf([address, ...others, taxId === null ? null : words.taxNumber(bareTaxId(taxId))]),
  };
}

/** What the brand says to whoever gets a paper: whom to ask, what is taken back, where the rest stands. */
export function promisesOf(
  { support, returns, policies }: PaperBrand,
  words: PaperWords,
): readonly { readonly title: string; readonly text: string }[] {
  return [
    {
      title: words.returnPolicy,
      text: [returns ?? '', ...policies].filter((part) => part !== '').join('\n'),
    },
    { title: words.questions, text: support.join(' · ') },
  ].filter(({ text }) => text !== '');
}

/** Many write what it is before the number itself. */
function bareTaxId(taxId: string): string {
  return taxId.replace(/^(?:tax (?:id|number|no\.?)|tin)[:\s]+/i, '');
}

function linesOf(parts: readonly (string | null)[]): readonly string[] {
  return parts
    .flatMap((part) => (part === null ? [] : part.split('\n')))
    .filter((line) => line.trim() !== '');
}
