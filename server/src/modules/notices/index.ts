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
export type {
  InvoicePort,
  MailFile,
  OrderKey,
  ReceiptPort,
  TicketPort,
  ToldInvoice,
  ToldOrder,
} from './document-ports.ts';
export { forgetDocuments } from './forget-documents.ts';
export { openPost } from './channels/open-channels.ts';
export { openNotices } from './open-notices.ts';
export type { Notices } from './module.ts';
export { PHONE_SECRET } from './compose-batch.ts';
export { ANSWER_SECRET } from './receive-sms.ts';
export { noticeModule } from './notice-module.ts';
