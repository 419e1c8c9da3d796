import type { CreatedDelivery, DeliveryStatus } from '@cottontree/contract';
import { parcel } from './parcel.ts';
import type { TestMerchant } from './service.ts';

export type MadeJob = { readonly params: { readonly jobNumber: string }; readonly created: CreatedDelivery };
type Fields = Partial<Parameters<TestMerchant['client']['createDelivery']>[0]['body']>;

/** A new delivery walked to a status; what fails has its parcel on board. */
export async function jobIn(
  client: TestMerchant['client'],
  status: DeliveryStatus,
  fields: Fields = {},
): Promise<MadeJob> {
  const { data: created } = await client.createDelivery({ body: { ...parcel, ...fields } });
  const params = { jobNumber: created.job_number };
  for (const to_status of status === 'failed' ? (['in_transit', status] as const) : [status])
    await client.advanceDelivery({ params, body: { to_status } });
  return { params, created };
}
