import type { CreatedDelivery, DeliveryStatus } from '@cottontree/contract';
import { parcel } from '../parcel.ts';
import type { RepeatStage } from './repeatable.ts';

type Path = { readonly params: { readonly jobNumber: string } };
export type Jobs = {
  readonly jobIn: (status: DeliveryStatus) => Promise<CreatedDelivery>;
  readonly at: (status: DeliveryStatus) => Promise<Path>;
};

/** New deliveries of the shop in any status; what fails has its parcel on board. */
export function jobsOf(stage: () => RepeatStage): Jobs {
  async function jobIn(status: DeliveryStatus): Promise<CreatedDelivery> {
    const { client } = stage().shop;
    const { data } = await client.createDelivery({ body: parcel });
    for (const to_status of status === 'failed' ? (['in_transit', status] as const) : [status])
      await client.advanceDelivery({ params: { jobNumber: data.job_number }, body: { to_status } });
    return data;
  }
  return { jobIn, at: async (status) => ({ params: { jobNumber: (await jobIn(status)).job_number } }) };
}
