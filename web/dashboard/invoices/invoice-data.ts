import type { Answer, AnswerOf } from '@cottontree/client';

/** One invoice, as the API tells it. */
export type InvoiceData = AnswerOf<'getInvoice'> extends Answer<infer Data> ? Data : never;
/** One credit note. */
export type CreditNoteData = AnswerOf<'getCreditNote'> extends Answer<infer Data> ? Data : never;
/** What becomes of sending. */
export type SendingData = AnswerOf<'sendInvoice'> extends Answer<infer Data> ? Data : never;
/** What stands in the settings of invoices. */
export type SettingsData = AnswerOf<'getInvoiceSettings'> extends Answer<infer Data> ? Data : never;
/** What is billed again and again. */
export type RecurringData = AnswerOf<'getRecurringInvoice'> extends Answer<infer Data> ? Data : never;
