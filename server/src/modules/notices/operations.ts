export * from './erase-recipient.ts';
export * from './notice-settings.ts';
export { listNotices } from './notices.ts';
export { previewNotice } from './preview/preview-notice.ts';
export { receiveSms, receiveSmsReceipt } from './receive-sms.ts';
export { resendCode } from './resend-code.ts';
