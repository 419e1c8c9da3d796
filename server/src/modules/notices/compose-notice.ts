import {
  formatTime,
  type DriverNoticeKind,
  type MerchantNoticeKind,
  type RecipientNoticeKind,
} from '@cottontree/contract';
import type { Tenant } from '../../kernel/call/tenant.ts';
import type { PlannedNotice } from './compose-batch.ts';
import type { Courier, NoticedJob } from './delivery-port.ts';
import type { NoticeFacts } from './notice-facts.ts';
import { USUAL } from './settings-cache.ts';
import type { TenantSettings } from './settings.queries.ts';

/** The kinds whose text carries the delivery code. */
export const WITH_CODE: ReadonlySet<string> = new Set<RecipientNoticeKind>(['created', 'code_reissued']);
const PLATFORM = 'Cottontree';

/** What a recipient is told of a job; nothing without a phone, or where messages were not wanted. */
export function toRecipient(
  job: NoticedJob,
  {
    kind,
    settings,
    at,
  }: { readonly kind: RecipientNoticeKind; readonly settings: TenantSettings; readonly at: Date },
): readonly PlannedNotice[] {
  if (job.recipientPhone === null || !job.notifies) return [];
  const { tenant, recipientPhone: phone, jobNumber: entity } = job;
  // Whoever was told that the courier is near need not be told that he is there.
  const once =
    kind === 'near' || kind === 'arrived' ? { once: { mark: `near:${entity}`, period: job.createdAt } } : {};
  return [
    {
      tenant,
      kind,
      audience: 'recipient',
      phone,
      locale: settings.locale,
      entity,
      facts: {
        ...factsOf(job, at),
        way: '',
        store: settings.senderName ?? job.storeName,
        ...(WITH_CODE.has(kind) ? { sealed: { code: job.deliveryCode.toString('base64') } } : {}),
      },
      ...once,
    },
  ];
}

export function toCourier(
  job: NoticedJob,
  { kind, courier, at }: { readonly kind: DriverNoticeKind; readonly courier: Courier; readonly at: Date },
): readonly PlannedNotice[] {
  return [
    {
      tenant: job.tenant,
      kind,
      audience: 'driver',
      phone: courier.phone,
      locale: USUAL.locale,
      entity: job.jobNumber,
      facts: { ...factsOf(job, at), link: '' },
    },
  ];
}

/** An alert to the merchant by e-mail. */
export function toMerchant(
  tenant: Tenant,
  {
    kind,
    subject,
    at,
    once,
  }: {
    readonly kind: MerchantNoticeKind;
    readonly subject: string;
    readonly at: Date;
    readonly once?: PlannedNotice['once'];
  },
): PlannedNotice {
  const facts: NoticeFacts = {
    store: PLATFORM,
    job: '',
    link: '',
    cash: null,
    way: '',
    subject,
    at: formatTime(at),
  };
  return {
    tenant,
    kind,
    audience: 'merchant',
    phone: null,
    locale: 'en',
    entity: '',
    facts,
    ...(once ? { once } : {}),
  };
}

function factsOf(job: NoticedJob, at: Date): NoticeFacts {
  return {
    store: job.storeName,
    job: job.jobNumber,
    link: job.link,
    cash: job.cash,
    way: job.way,
    subject: '',
    at: formatTime(at),
  };
}
