import type { NoticeLocale } from '@cottontree/contract';
import type { Tenant } from '../../kernel/call/tenant.ts';
import type { MailFile } from './ticket-desk.ts';

/** What notices ask of whoever keeps the sales; handed in by main, so that neither room knows the other. */
export type ReceiptDesk = {
  /** The receipt as PDF, as it stands; none where it is gone. */
  readonly files: (wanted: {
    readonly tenant: Tenant;
    readonly saleId: string;
    readonly locale: NoticeLocale;
  }) => Promise<readonly MailFile[]>;
};
