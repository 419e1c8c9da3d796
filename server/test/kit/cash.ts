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

/** What a form of a page holds already. */
const heldBy = (page: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? '';

/** Reads the form at which a recipient pays a parcel's cash, and sends it by a wallet that pays; `form` says what is written otherwise. */
export async function payCod(
  { server: { baseUrl } }: TestService,
  path: string,
  form: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const page = await (await fetch(`${baseUrl}${path}/pay`)).text();
  const fields = {
    nonce: heldBy(page, 'nonce'),
    amount: heldBy(page, 'amount'),
    channel: 'mobile_money',
    wallet: '+23200000001',
    ...form,
  };
  return fetch(`${baseUrl}${path}/pay`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
}
