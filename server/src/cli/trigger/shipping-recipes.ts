import type { Client } from '@cottontree/client';
import type { EventKind } from '@cottontree/contract';
import { MADE_BY, REASON, type Recipe } from './recipe.ts';

const PARCEL = {
  pickup_city: 'Freetown',
  delivery_city: 'Lumley',
  delivery_address: '12 Wilkinson Road',
  recipient_phone: '+23276555100',
  metadata: MADE_BY,
} as const;

/** How the kinds about parcels come about. */
export const shippingRecipes = {
  'shipping.delivery.created': (client) => create(client),
  'shipping.status.updated': (client) => assign(client),
  'shipping.driver.changed': async (client) => {
    const { did, job_number } = await assign(client);
    await client.unassignDelivery({ params: { jobNumber: job_number }, body: { reason: REASON } });
    return { did: [...did, 'Took it from its driver.'], job_number };
  },
  'shipping.milestone':
    "It happens when a courier comes to a stop, or near the recipient: arrive, or report positions, with a courier's session.",
  'shipping.attempt.failed':
    "It happens when a courier reports a failed try: do so with a courier's session.",
  'shipping.cod.updated': async (client) => {
    const { did, job_number } = await create(client, { cod_amount: 1 });
    await client.advanceDelivery({ params: { jobNumber: job_number }, body: { to_status: 'delivered' } });
    return { did: [...did, 'Moved it on to delivered, and its cash was collected.'], job_number };
  },
  'shipping.claim.updated': async (client) => {
    const { did, job_number } = await create(client);
    const { data } = await client.createClaim({ body: { job_number, type: 'overcharged', amount: 1 } });
    await client.withdrawClaim({ params: { id: data.id } });
    return { did: [...did, 'Claimed that it cost too much.', 'Withdrew the claim.'], job_number };
  },
  'shipping.code.reissued': async (client) => {
    const { did, job_number } = await create(client);
    await client.reissueCode({ params: { jobNumber: job_number }, body: { type: 'delivery' } });
    return { did: [...did, 'Made its delivery code anew.'], job_number };
  },
} as const satisfies Readonly<Partial<Record<EventKind, Recipe | string>>>;

type Parcel = { readonly did: readonly string[]; readonly job_number: string };

async function create(client: Client, more: { readonly cod_amount?: number } = {}): Promise<Parcel> {
  const { data } = await client.createDelivery({ body: { ...PARCEL, ...more } });
  return { did: [`Created the delivery ${data.job_number}.`], job_number: data.job_number };
}

async function assign(client: Client): Promise<Parcel> {
  const { did, job_number } = await create(client);
  await client.advanceDelivery({ params: { jobNumber: job_number }, body: { to_status: 'assigned' } });
  return { did: [...did, 'Moved it on to assigned.'], job_number };
}
