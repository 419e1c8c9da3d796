import { isSupportedCountry } from 'libphonenumber-js/max';
import { formatMoney, type Merchant } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import type { JobKey } from '../deliveries/deliveries.queries.ts';
import { CODE_GUESSES } from '../deliveries/move-delivery.ts';
import type { Shipping } from '../module.ts';
import { maskPhone, parsePhone } from '../../../kernel/phone/phone.ts';
import type { Settings } from '../../../kernel/call/context.ts';
import { recipientUrl, trackingUrl } from '../deliveries/present-delivery.ts';
import {
  findActiveFor,
  findCouriers,
  findDescribed,
  findPausedVerification,
  type DescribedRow,
} from './describe-jobs.queries.ts';
import { eraseEndedBefore, eraseRecipient } from './erase-recipients.ts';
import { verifyByText, type CodeByText } from './verify-by-text.ts';

/** Jobs that one phone is told about. */
const ACTIVE_ROWS_MAX = 20;

/** What shipping does for whoever talks with people about parcels. */
export function openDeliveryPort(module: Shipping) {
  const { store, settings } = module;
  return {
    describe: async (runner: Runner, keys: readonly JobKey[]) =>
      (await findDescribed(runner, keys)).map((row) => describeJob(row, settings)),
    viewLink: (jobNumber: string) => trackingUrl(jobNumber, module),
    courier: findCouriers,
    activeFor: async (phone: string) =>
      (await findActiveFor(store.system, phone, ACTIVE_ROWS_MAX)).map((row) => describeJob(row, settings)),
    verifyByText: (given: CodeByText) => verifyByText(module, given),
    pausedVerification: async (since: Date) =>
      (await findPausedVerification(store.system, CODE_GUESSES, since)).map(
        ({ merchant_id, livemode, hour, failures }) => ({
          tenant: { merchantId: merchant_id, livemode },
          hour,
          failures,
        }),
      ),
    eraseRecipient: (runner: Runner, tenant: Tenant, phone: string) =>
      eraseRecipient(module, runner, { tenant, phone }),
    eraseEndedBefore: (before: Date) => eraseEndedBefore(module, before),
    readPhone(text: string, country = 'SL'): string | null {
      const parsed = parsePhone(text, isSupportedCountry(country) ? country : 'SL');
      return parsed.ok ? parsed.e164 : null;
    },
    maskPhone,
  };
}

/** A delivery in what messages about it say. */
function describeJob(row: DescribedRow, settings: Settings) {
  const { driver_id: id, driver_name: name, driver_phone: phone } = row;
  return {
    tenant: { merchantId: row.merchant_id, livemode: row.livemode },
    jobNumber: row.job_number,
    kind: row.kind,
    status: row.status,
    storeName: row.store_name,
    recipientPhone: row.recipient_phone,
    notifies: row.notifies,
    link: recipientUrl(row.tracking_token, settings),
    way: `${row.pickup_city ?? ''} -> ${row.delivery_address ? `${row.delivery_address}, ` : ''}${row.delivery_city}`,
    cash:
      row.cod_status === 'to_collect' && row.cod_amount > 0n
        ? formatMoney(row.cod_amount, row.currency)
        : null,
    deliveryCode: row.delivery_code,
    createdAt: row.created_at,
    courier: id !== null && name !== null && phone !== null ? { id, name, phone } : null,
  };
}

/** Tells others where a merchant's parcels are fetched unless a request says otherwise. */
export function openPickupPort({ findPlace }: Pick<Shipping, 'findPlace'>) {
  return async (tenant: Tenant): Promise<Merchant['default_pickup']> => {
    const place = await findPlace({ tenant, id: null });
    return place ? { id: place.id, address: place.address, city: place.city } : null;
  };
}
