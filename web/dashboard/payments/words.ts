import { mode } from '../../kit/data/session.ts';
import { texts } from '../../kit/text/texts.ts';
import { isBareId, wordsOf } from '../../kit/format/words.ts';
import { statusText } from '../../kit/text/statuses.ts';

const channels = texts(
  {
    qr: 'QR',
    nfc: 'Tap',
    hosted: 'Pay page',
    mobile_money: 'Mobile money',
    card: 'Card',
    cash: 'Cash',
    external: 'Another way',
  },
  {
    qr: 'QR',
    nfc: 'Tɔch',
    hosted: 'Pe pej',
    mobile_money: 'Mobayl mɔni',
    card: 'Kad',
    cash: 'Kash',
    external: 'Ɔda we',
  },
);

/** How somebody pays, in words. */
export function channelText(channel: string): string {
  return (channels as Readonly<Record<string, string>>)[channel] ?? wordsOf(channel);
}

/** Ways of paying that a list can be narrowed to. */
export const channelNames = ['qr', 'nfc', 'hosted', 'mobile_money', 'card', 'cash', 'external'] as const;
/** Companies that money comes through, by their own names. */
export const providerNames: Readonly<Record<string, string>> = texts(
  {
    test: 'Test',
    cash: 'Cash',
    manual: 'By hand',
    monime: 'Monime',
    orange_money: 'Orange Money',
    mtn_momo: 'MTN MoMo',
    stripe: 'Stripe',
    generic_http: 'Own connection',
  },
  {
    test: 'Tɛst',
    cash: 'Kash',
    manual: 'Wit an',
    monime: 'Monime',
    orange_money: 'Orange Money',
    mtn_momo: 'MTN MoMo',
    stripe: 'Stripe',
    generic_http: 'Yu yon kɔnɛkshɔn',
  },
);

/** Whom money may come through in the mode that is shown: the one that only pretends is not there in live mode. */
export function providerOptions(): readonly (readonly [provider: string, name: string])[] {
  return Object.entries(providerNames).filter(([one]) => one !== 'test' || mode.value === 'test');
}

const entries = texts(
  {
    sales: 'Sales',
    refunds: 'Refunds',
    fees: 'Fees',
    provider_clearing: 'With the provider',
    cash_drawer: 'Cash outside drawers of tills',
    cash_drawer_of: 'In the drawer of a till',
    cash_safe: 'Safe',
    pay_ins: 'Cash put in',
    pay_outs: 'Cash taken out',
    cash_difference: 'Cash that differs',
    payout_pending: 'Payout under way',
    payout: 'Paid out',
    merchant_payable: 'Owed to you',
    courier_cash: 'With the courier',
    tax_payable: 'Tax to pay',
    office_cash: 'At the office',
    missing_here: 'Missing here',
    missing_there: 'Missing there',
    amount_mismatch: 'Amounts differ',
    duplicate: 'Twice',
    matched: 'Fits',
    succeeded_late: 'Succeeds late',
    wrong_amount: 'Another amount',
  },
  {
    sales: 'Sel',
    refunds: 'Dɔn go bak',
    fees: 'Fi',
    provider_clearing: 'Na prɔvayda',
    cash_drawer: 'Kash we nɔ de na til drɔa',
    cash_drawer_of: 'Na drɔa na til',
    cash_safe: 'Sef',
    pay_ins: 'Kash we put insay',
    pay_outs: 'Kash we pul',
    cash_difference: 'Kash we nɔ kɔrɛkt',
    payout_pending: 'Mɔni de na rod',
    payout: 'Dɔn pe na do',
    merchant_payable: 'Dɛn fɔ gi yu',
    courier_cash: 'Na rayda in an',
    tax_payable: 'Taks fɔ pe',
    office_cash: 'Na ɔfis',
    missing_here: 'Nɔ de na ya',
    missing_there: 'Nɔ de na de',
    amount_mismatch: 'Di mɔni nɔ fit',
    duplicate: 'Tu tɛm',
    matched: 'Fit',
    succeeded_late: 'Le bɔt i wok',
    wrong_amount: 'Ɔda mɔni',
  },
);

/** An account of the ledger, how a line of the provider's books stands, or an outcome to try, in words. */
export function bookText(word: string): string {
  const [name = '', of] = word.split(':');
  const known = name === 'cash_drawer' && of !== undefined ? 'cash_drawer_of' : name;
  const said = (entries as Readonly<Record<string, string>>)[known] ?? statusText(name) ?? wordsOf(name);
  return of === undefined || isBareId(of) ? said : `${said}, ${providerNames[of] ?? of}`;
}

const failures: Readonly<Record<string, string>> = texts(
  {
    insufficient_funds: 'Too little money',
    wrong_pin: 'Wrong PIN',
    customer_rejected: 'The payer refused',
    limit_exceeded: 'Limit of the wallet',
    account_not_found: 'Number without a wallet',
    provider_error: 'The provider could not',
    expired: 'Nobody answered in time',
    declined: 'Declined',
  },
  {
    insufficient_funds: 'Di mɔni nɔ du',
    wrong_pin: 'Rɔng PIN',
    customer_rejected: 'Di pɔsin nɔ gri',
    limit_exceeded: 'Di walɛt dɔn rich in limit',
    account_not_found: 'Di nɔmba nɔ gɛt walɛt',
    provider_error: 'Di prɔvayda nɔ ebul',
    expired: 'Nɔbɔdi nɔ ansa',
    declined: 'Dɛn nɔ gri',
  },
);

/** Why a payment failed, in words. */
export function failureText(code: string): string {
  return failures[code] ?? wordsOf(code);
}

const answerTypes: Readonly<Record<string, string>> = texts(
  { text: 'Text', number: 'Number', choice: 'Choice' },
  { text: 'Wɔd dɛn', number: 'Nɔmba', choice: 'Fɔ pik' },
);

/** What sort of answer a field of a payment link takes, in words. */
export function answerTypeText(type: string): string {
  return answerTypes[type] ?? wordsOf(type);
}

const happened = texts(
  {
    'sale.completed': 'Sale',
    'sale.voided': 'Sale voided',
    'sale.refunded': 'Sale refunded',
    'payment.succeeded': 'Payment succeeded',
    'refund.succeeded': 'Refund succeeded',
    'cash.closed': 'Drawer closed',
    'cod.collected': 'Courier took the cash',
    'cod.deposited': 'Courier handed the cash in',
    'cod.shortage': 'Cash was missing',
    'cod.surplus': 'Cash was too much',
    'cod.settled': 'Cash settled',
    'cod.fees': 'Fees of deliveries',
    'claim.approved': 'Claim approved',
    'claim.paid': 'Claim paid',
    'invoice.tax': 'Tax of an invoice',
  },
  {
    'sale.completed': 'Sel',
    'sale.voided': 'Sel we dɛn kansul',
    'sale.refunded': 'Sel we mɔni go bak',
    'payment.succeeded': 'Pement dɔn kam',
    'refund.succeeded': 'Mɔni dɔn go bak',
    'cash.closed': 'Drɔa dɔn lɔk',
    'cod.collected': 'Rayda dɔn tek di kash',
    'cod.deposited': 'Rayda dɔn gi di kash',
    'cod.shortage': 'Kash bin shɔt',
    'cod.surplus': 'Kash bin tumɔs',
    'cod.settled': 'Kash dɔn sɛtul',
    'cod.fees': 'Fi fɔ dilivri',
    'claim.approved': 'Klem dɔn gri',
    'claim.paid': 'Klem dɔn pe',
    'invoice.tax': 'Taks fɔ wan invɔys',
  },
);

/** What was booked, in words. */
export function bookedText(kind: string): string {
  return (happened as Readonly<Record<string, string>>)[kind] ?? wordsOf(kind.replaceAll('.', ' '));
}
