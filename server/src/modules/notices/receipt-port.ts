import type { NoticeLocale } from '@cottontree/contract';
import type { Tenant } from '../../kernel/call/tenant.ts';
import type { MailFile } from './ticket-port.ts';

/** What notices ask of whoever keeps the sales; handed in by main, so that neither module knows the other. */
export type ReceiptPort = {
  /** The receipt as PDF, as it stands; none where it is gone. */
  readonly files: (wanted: {
    readonly tenant: Tenant;
    readonly saleId: string;
    readonly locale: NoticeLocale;
  }) => Promise<readonly MailFile[]>;
};
