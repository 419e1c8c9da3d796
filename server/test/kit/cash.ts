import { parcel } from './parcel.ts';
import type { TestMerchant, TestService } from './service.ts';

type Courier = Awaited<ReturnType<TestService['courier']>>;

/** A delivered parcel whose cash its courier holds. */
export type Collected = { readonly courier: Courier; readonly jobNumber: string };

/** Lets a new courier deliver a parcel and take its cash. */
export async function collectCash(
  service: TestService,
  { client }: TestMerchant,
  amount: number,
): Promise<Collected> {
  const courier = await service.courier();
  const { data } = await client.createDelivery({ body: { ...parcel, cod_amount: amount } });
  const params = { jobNumber: data.job_number };
  await client.assignDelivery({ params, body: { driver_id: courier.id } });
  await client.advanceDelivery({ params, body: { to_status: 'in_transit' } });
  await client.verifyHandoff({ params, body: { type: 'delivery', code: data.delivery_code } });
  return { courier, jobNumber: data.job_number };
}
