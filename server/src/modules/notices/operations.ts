export { eraseRecipient } from './erase-recipient.ts';
export { getNoticeSettings, updateNoticeSettings } from './notice-settings.ts';
export { listNotices } from './list-notices.ts';
export { receiveSms } from './receive-sms.ts';
export { receiveSmsReceipt } from './receive-sms-receipt.ts';
export { resendCode } from './resend-code.ts';
