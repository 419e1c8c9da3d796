export * from './erase-recipient.ts';
export * from './notice-settings.ts';
export * from './list-notices.ts';
export { previewNotice } from './preview/preview-notice.ts';
export { receiveSms } from './receive-sms.ts';
export * from './receive-sms-receipt.ts';
export { resendCode } from './resend-code.ts';
