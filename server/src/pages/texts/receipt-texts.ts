/** What the page of a receipt says in English, beside the receipt itself. */
export const englishReceipts = {
  titleOf: (number: string, store: string) => `Receipt ${number} from ${store}`,
  pdf: 'Save as PDF',
  keep: 'Keep this link: whoever has it can see the receipt. You can print this page as well.',
  footer: 'Receipts by Cottontree',
  testMode: 'This receipt is not real, and nothing was sold.',
};

export type ReceiptTexts = typeof englishReceipts;

/** The same in Krio. */
export const krioReceipts: ReceiptTexts = {
  titleOf: (number, store) => `Risit ${number} frɔm ${store}`,
  pdf: 'Kip am as PDF',
  keep: 'Kip dis link: ɛnibɔdi we gɛt am ebul fɔ si di risit. Yu kin print dis pej bak.',
  footer: 'Risit wit Cottontree',
  testMode: 'Na tɛst dis: dis risit nɔto rial, ɛn dɛn nɔ sɛl natin.',
};
