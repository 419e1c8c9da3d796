import { isSupportedCountry } from 'libphonenumber-js/max';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import type { JobKey } from '../deliveries/deliveries.queries.ts';
import { CODE_GUESSES } from '../deliveries/move-delivery.ts';
import type { Shipping } from '../module.ts';
import { maskPhone, parsePhone } from '../../../kernel/phone/phone.ts';
import { trackingUrl } from '../deliveries/present-delivery.ts';
import { describeJob } from './describe-job.ts';
import {
  findActiveFor,
  findCouriers,
  findDescribed,
  findPausedVerification,
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
