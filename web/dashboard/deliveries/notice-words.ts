import { wordsOf } from '../../kit/format/words.ts';
import { texts } from '../../kit/text/texts.ts';

/** What messages to people tell of. */
const kinds = texts(
  {
    created: 'A parcel is coming, with the code',
    near: 'The courier is near',
    arrived: 'The courier is at the door',
    code_reissued: 'A new code',
    picked_up: 'It was picked up',
    delivered: 'It was handed over',
    failed: 'It could not be handed over',
    cancelled: 'It was called off',
    job_assigned: 'A job for the courier',
    job_withdrawn: 'A job taken from the courier',
    tickets_paid: 'Tickets that were paid',
    ticket_sent: 'A ticket, sent again',
    event_changed: 'An event moved',
    event_cancelled: 'An event is off',
    tickets_refunded: 'Money for tickets goes back',
    waitlist_offered: 'A place on the wait list',
    payment_received: 'The money is there',
    invoice_sent: 'An invoice',
    invoice_reminder: 'An invoice to remember',
    invoice_overdue: 'An invoice is overdue',
    sale_receipt: 'A receipt',
    endpoint_failing: 'A webhook fails',
    endpoint_disabled: 'A webhook was switched off',
    verification_paused: 'Too many wrong codes',
    key_exposed: 'A secret key stands in a web page',
    endpoint_moved: 'A webhook goes elsewhere',
    provider_account_changed: 'A payment provider was changed',
  },
  {
    created: 'Pasul de kam, wit di kod',
    near: 'Di rayda de nia',
    arrived: 'Di rayda de na do',
    code_reissued: 'Nyu kod',
    picked_up: 'Dɛn dɔn pik am',
    delivered: 'Dɛn dɔn gi am',
    failed: 'Dɛn nɔ ebul gi am',
    cancelled: 'I dɔn kansul',
    job_assigned: 'Jɔb fɔ di rayda',
    job_withdrawn: 'Dɛn tek di jɔb frɔm di rayda',
    tickets_paid: 'Tikɛt we dɔn pe',
    ticket_sent: 'Tikɛt, sɛn bak',
    event_changed: 'Ivɛnt dɔn chenj',
    event_cancelled: 'Ivɛnt nɔ de igen',
    tickets_refunded: 'Mɔni fɔ tikɛt de go bak',
    waitlist_offered: 'Ples na di wet list',
    payment_received: 'Di mɔni dɔn kam',
    invoice_sent: 'Invɔys',
    invoice_reminder: 'Invɔys fɔ mɛmba',
    invoice_overdue: 'Invɔys dɔn let',
    sale_receipt: 'Risit',
    endpoint_failing: 'Wɛbhuk de fel',
    endpoint_disabled: 'Dɛn dɔn ɔf wan wɛbhuk',
    verification_paused: 'Rɔng kod pas mak',
    key_exposed: 'Sikrit ki de pan wɛb pej',
    endpoint_moved: 'Wɛbhuk de go ɔda ples',
    provider_account_changed: 'Pement prɔvayda dɔn chenj',
  },
);

/** What a message tells of, in words. */
export function noticeKindText(kind: string): string {
  return (kinds as Readonly<Record<string, string>>)[kind] ?? wordsOf(kind);
}

/** How a message goes, for whom it is, and why it did not go. */
const others = texts(
  {
    log: 'In the log',
    sms: 'SMS',
    whatsapp: 'WhatsApp',
    email: 'E-mail',
    recipient: 'Recipient',
    driver: 'Courier',
    merchant: 'Shop',
    erased: 'Their data were erased',
    number_limit: 'Too many to this number',
    opted_out: 'They want no messages',
    phone_changed: 'The number was changed',
    quiet_hours: 'Kept until morning',
    spend_limit: 'The limit of cost is reached',
    test_mode: 'Test mode',
    test_number: 'A number to try with',
    too_late: 'Too late to be of use',
  },
  {
    log: 'Na di lɔg',
    sms: 'SMS',
    whatsapp: 'WhatsApp',
    email: 'Imel',
    recipient: 'Di wan we de gɛt am',
    driver: 'Rayda',
    merchant: 'Shɔp',
    erased: 'Dɛn dɔn klin dɛn nem',
    number_limit: 'Tu bɔku fɔ dis nɔmba',
    opted_out: 'Dɛn nɔ want mɛsej',
    phone_changed: 'Di nɔmba dɔn chenj',
    quiet_hours: 'Kip am te mɔnin',
    spend_limit: 'Di mɔni fɔ mɛsej dɔn',
    test_mode: 'Tɛst mod',
    test_number: 'Nɔmba fɔ tray',
    too_late: 'Le pasmak',
  },
);

/** A channel, an audience or a reason of a message, in words. */
export function noticeText(word: string): string {
  return (others as Readonly<Record<string, string>>)[word] ?? wordsOf(word);
}
