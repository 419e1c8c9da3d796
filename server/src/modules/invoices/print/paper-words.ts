import type { PaymentChannel, ReceiptLanguage } from '@cottontree/contract';

/** What an invoice or a credit note says on paper beside names and figures. */
export type PaperWords = {
  readonly invoice: string;
  readonly receipt: string;
  readonly creditNote: string;
  readonly draft: string;
  readonly watermarks: { readonly draft: string; readonly void: string };
  readonly marks: {
    readonly partlyPaid: string;
    readonly paid: string;
    readonly void: string;
    readonly unpaid: string;
    readonly overdue: string;
    readonly test: string;
    readonly testNote: string;
  };
  readonly from: string;
  readonly billedTo: string;
  readonly creditedTo: string;
  readonly customer: string;
  readonly taxNumber: (number: string) => string;
  readonly issued: string;
  readonly due: string;
  readonly yourOrder: string;
  readonly forInvoice: string;
  readonly columns: {
    readonly description: (currency: string) => string;
    readonly quantity: string;
    readonly unitPrice: string;
    readonly discount: string;
    readonly tax: string;
    readonly amount: string;
  };
  readonly taxWithin: (rate: string) => string;
  readonly percentOff: (rate: string) => string;
  readonly creditOn: (number: string) => string;
  readonly subtotal: string;
  readonly discounts: (why: string | null) => string;
  readonly wholeOff: (rate: string) => string;
  readonly tax: (name: string, rate: string, base: string) => string;
  readonly inIt: (what: string) => string;
  readonly total: string;
  readonly lateFee: (day: string) => string;
  readonly lateFeeWaived: (day: string) => string;
  readonly credited: string;
  readonly paid: (day: string, channel: PaymentChannel) => string;
  readonly paidInParts: (count: number) => string;
  readonly sentBack: string;
  readonly returning: string;
  readonly notSentBack: string;
  readonly keptAsCredit: string;
  readonly amountDue: string;
  readonly received: string;
  readonly paidOn: string;
  readonly stillDue: (amount: string) => string;
  readonly voided: (day: string | null) => string;
  readonly settled: string;
  readonly paidInFull: (day: string | null) => string;
  readonly isDraft: string;
  readonly dueBy: (day: string) => string;
  readonly wasDue: (day: string) => string;
  readonly deposit: (amount: string, day: string) => string;
  readonly restDueBy: (day: string) => string;
  readonly payOnline: string;
  readonly payHelp: string;
  readonly howToPay: string;
  readonly notes: string;
  readonly terms: string;
  readonly returnPolicy: string;
  readonly questions: string;
  readonly reason: string;
  readonly taxInIt: string;
  readonly credit: string;
  readonly lessDue: string;
  readonly goesBack: (amount: string | null) => string;
  readonly wentBack: (amount: string | null) => string;
  readonly stillOwed: (amount: string | null) => string;
  readonly keptForYou: (amount: string | null) => string;
  readonly restLessDue: string;
  readonly page: (page: number, count: number) => string;
};

const CHANNELS: Readonly<Record<PaymentChannel, string>> = Object.freeze({
  mobile_money: 'mobile money',
  card: 'card',
  qr: 'QR code',
  nfc: 'contactless',
  hosted: 'online',
  cash: 'cash',
  external: 'bank or other',
});
const KRIO_CHANNELS: Readonly<Record<PaymentChannel, string>> = Object.freeze({
  mobile_money: 'mobayl mɔni',
  card: 'kad',
  qr: 'QR kod',
  nfc: 'tɔch kad',
  hosted: 'onlayn',
  cash: 'kash',
  external: 'bank ɔ ɔda we',
});

const english: PaperWords = {
  invoice: 'Invoice',
  receipt: 'Receipt',
  creditNote: 'Credit note',
  draft: 'Draft',
  watermarks: { draft: 'DRAFT', void: 'VOID' },
  marks: {
    partlyPaid: 'Partly paid',
    paid: 'Paid',
    void: 'Void',
    unpaid: 'Unpaid',
    overdue: 'Overdue',
    test: 'Test: not a real invoice',
    testNote: 'Test: not a real credit note',
  },
  from: 'From',
  billedTo: 'Billed to',
  creditedTo: 'Credited to',
  customer: 'Customer',
  taxNumber: (number) => `Tax number ${number}`,
  issued: 'Issued',
  due: 'Due',
  yourOrder: 'Your order',
  forInvoice: 'For invoice',
  columns: {
    description: (currency) => `Description  (amounts in ${currency})`,
    quantity: 'Qty',
    unitPrice: 'Unit price',
    discount: 'Discount',
    tax: 'Tax',
    amount: 'Amount',
  },
  taxWithin: (rate) => `${rate} % incl.`,
  percentOff: (rate) => `${rate} % off`,
  creditOn: (number) => `Credit on invoice ${number}`,
  subtotal: 'Subtotal',
  discounts: (why) => (why === null ? 'Discounts' : `Discounts (${why})`),
  wholeOff: (rate) => `${rate} % off the whole`,
  tax: (name, rate, base) => `${name} ${rate} % on ${base}`,
  inIt: (what) => `In it: ${what}`,
  total: 'Total',
  lateFee: (day) => `Late fee, ${day}`,
  lateFeeWaived: (day) => `Late fee waived, ${day}`,
  credited: 'Credited',
  paid: (day, channel) => `Paid ${day}, ${CHANNELS[channel]}`,
  paidInParts: (count) => `Paid in ${count} payments`,
  sentBack: 'Sent back',
  returning: 'On its way back',
  notSentBack: 'Not sent back yet',
  keptAsCredit: 'Kept as credit for you',
  amountDue: 'Amount due',
  received: 'Received',
  paidOn: 'Paid on',
  stillDue: (amount) => `${amount} is still to be paid.`,
  voided: (day) => `This invoice was voided${day === null ? '' : ` on ${day}`}. Nothing is to be paid.`,
  settled: 'Nothing is left to pay.',
  paidInFull: (day) => `Paid in full${day === null ? '' : ` on ${day}`}. Thank you.`,
  isDraft: 'A draft: nothing is to be paid yet.',
  dueBy: (day) => `Due by ${day}.`,
  wasDue: (day) => `It was due on ${day}.`,
  deposit: (amount, day) => `Deposit of ${amount} by ${day}.`,
  restDueBy: (day) => `The rest is due by ${day}.`,
  payOnline: 'Pay online',
  payHelp: 'Scan the code with your phone, or open this address:',
  howToPay: 'How to pay',
  notes: 'Notes',
  terms: 'Terms',
  returnPolicy: 'What we promise',
  questions: 'Questions',
  reason: 'Reason',
  taxInIt: 'Tax in it',
  credit: 'Credit',
  lessDue: 'So much less is to be paid.',
  goesBack: (amount) => `${amount ?? 'It'}${amount === null ? '' : ' of it'} goes back the way it was paid.`,
  wentBack: (amount) => `${amount ?? 'It'}${amount === null ? '' : ' of it'} went back.`,
  stillOwed: (amount) => `${amount ?? 'It'}${amount === null ? '' : ' of it'} is still to be sent back.`,
  keptForYou: (amount) => `${amount ?? 'It'}${amount === null ? '' : ' of it'} is kept as credit for you.`,
  restLessDue: 'The rest makes less due.',
  page: (page, count) => `Page ${page} of ${count}`,
};

const krio: PaperWords = {
  invoice: 'Invɔys',
  receipt: 'Risit',
  creditNote: 'Krɛdit not',
  draft: 'Draft',
  watermarks: { draft: 'DRAFT', void: 'KANSUL' },
  marks: {
    partlyPaid: 'Dɛn pe sɔm',
    paid: 'Dɛn dɔn pe',
    void: 'Dɛn dɔn kansul',
    unpaid: 'Dɛn nɔ pe',
    overdue: 'I dɔn let',
    test: 'Tɛst: nɔto tru invɔys',
    testNote: 'Tɛst: nɔto tru krɛdit not',
  },
  from: 'Frɔm',
  billedTo: 'Fɔ',
  creditedTo: 'Fɔ',
  customer: 'Kɔstɔma',
  taxNumber: (number) => `Taks nɔmba ${number}`,
  issued: 'Rayt am na',
  due: 'Pe bifo',
  yourOrder: 'Yu ɔda',
  forInvoice: 'Fɔ invɔys',
  columns: {
    description: (currency) => `Wetin i de fɔ  (ɔl na ${currency})`,
    quantity: 'Ɔmɔs',
    unitPrice: 'Prays fɔ wan',
    discount: 'Diskɔnt',
    tax: 'Taks',
    amount: 'Mɔni',
  },
  taxWithin: (rate) => `${rate} % insay`,
  percentOff: (rate) => `Dɛn kɔt ${rate} %`,
  creditOn: (number) => `Wetin dɛn pul na invɔys ${number}`,
  subtotal: 'Sɔbtotal',
  discounts: (why) => (why === null ? 'Wetin dɛn kɔt' : `Wetin dɛn kɔt (${why})`),
  wholeOff: (rate) => `${rate} % na ɔltin`,
  tax: (name, rate, base) => `${name} ${rate} % pan ${base}`,
  inIt: (what) => `Insay am: ${what}`,
  total: 'Ɔltogɛda',
  lateFee: (day) => `Fayn fɔ let, ${day}`,
  lateFeeWaived: (day) => `Dɛn pul di fayn, ${day}`,
  credited: 'Wetin dɛn pul',
  paid: (day, channel) => `Pe na ${day}, ${KRIO_CHANNELS[channel]}`,
  paidInParts: (count) => `Pe ${count} tɛm`,
  sentBack: 'Wetin go bak',
  returning: 'I de go bak',
  notSentBack: 'I nɔ go bak yet',
  keptAsCredit: 'Krɛdit we wi kip fɔ yu',
  amountDue: 'Ɔmɔs lɛf fɔ pe',
  received: 'Wetin wi gɛt',
  paidOn: 'Pe na',
  stillDue: (amount) => `${amount} lɛf fɔ pe.`,
  voided: (day) => `Dɛn dɔn kansul dis invɔys${day === null ? '' : ` na ${day}`}. Nɔbɔdi nɔ fɔ pe natin.`,
  settled: 'Natin nɔ lɛf fɔ pe.',
  paidInFull: (day) => `Dɛn pe am ɔl${day === null ? '' : ` na ${day}`}. Tɛnki.`,
  isDraft: 'Na draft: nɔbɔdi nɔ fɔ pe yet.',
  dueBy: (day) => `Duya pe bifo ${day} dɔn.`,
  wasDue: (day) => `Yu bin fɔ pe am na ${day}.`,
  deposit: (amount, day) => `Dipɔzit na ${amount}, bifo ${day} dɔn.`,
  restDueBy: (day) => `Pe wetin lɛf bifo ${day} dɔn.`,
  payOnline: 'Pe onlayn',
  payHelp: 'Skan di kod wit yu fon, ɔ opin dis adrɛs:',
  howToPay: 'Aw fɔ pe',
  notes: 'Mɛsej',
  terms: 'Kɔndishɔn dɛn',
  returnPolicy: 'Wetin wi prɔmis',
  questions: 'Kwɛstyɔn',
  reason: 'Wetin mek',
  taxInIt: 'Taks insay am',
  credit: 'Krɛdit',
  lessDue: 'Na so i kam dɔŋ wetin lɛf fɔ pe.',
  goesBack: (amount) => `${amount ?? 'Ɔl'} de go bak di we aw dɛn pe am.`,
  wentBack: (amount) => `${amount ?? 'Ɔl'} dɔn go bak.`,
  stillOwed: (amount) => `${amount ?? 'Ɔl'} fɔ go bak yet.`,
  keptForYou: (amount) => `Wi kip ${amount ?? 'ɔl'} as krɛdit fɔ yu.`,
  restLessDue: 'Wetin lɛf pul am na wetin fɔ pe.',
  page: (page, count) => `Pej ${page} pan ${count}`,
};

export const PAPER_WORDS: Readonly<Record<ReceiptLanguage, PaperWords>> = Object.freeze({
  en: english,
  kri: krio,
});
