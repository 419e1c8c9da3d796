export type {
  TextedCode,
  TextedCodeOutcome,
  Courier,
  ErasedRecipients,
  NoticedJob,
  DeliveryPort,
  NoticedJobKey,
  KeyPort,
} from './delivery-port.ts';
export type { NoticeOptions, SmsGateway, WhatsAppAccount } from './notice-options.ts';
export type { InvoicePort, ToldInvoice } from './invoice-port.ts';
export type { MailFile, OrderKey, TicketPort, ToldOrder } from './ticket-port.ts';
export type { ReceiptPort } from './receipt-port.ts';
export { forgetDocuments } from './forget-documents.ts';
export { openPost } from './channels/open-post.ts';
export { openNotices } from './open-notices.ts';
export type { Notices } from './module.ts';
export { PHONE_SECRET } from './compose-batch.ts';
export { ANSWER_SECRET } from './receive-sms.ts';
export { noticeModule } from './notice-module.ts';
