import type { DeliveryStatus, OperationId } from '@cottontree/contract';
import { UNKNOWN_JOB, parcel } from '../../../../test/kit/parcel.ts';
import type { ProbeInput, Seen } from '../../../../test/kit/probe.ts';
import { jobsOf } from '../../../../test/kit/repeatable/jobs-of.ts';
import type { RepeatStage, Repeatables } from '../../../../test/kit/repeatable/repeatable.ts';
import type { Provocations, ProvokeStage } from '../../../../test/kit/provoke.ts';

/** How the refusals of claims come about. */
export function provocations(stage: () => ProvokeStage): Provocations {
  const unknown = { params: { id: 'clm_none' } };
  const ask = (id: OperationId, input?: ProbeInput): Promise<Seen> => stage().ask(id, input);
  const claim = async (status: DeliveryStatus, body: object = {}): Promise<Seen> => {
    const { client } = stage().shop;
    const { data } = await client.createDelivery({ body: parcel });
    await client.advanceDelivery({ params: { jobNumber: data.job_number }, body: { to_status: status } });
    return ask('createClaim', { body: { job_number: data.job_number, type: 'late', amount: 5, ...body } });
  };
  return {
    createClaim: {
      AMOUNT_PRECISION: () => claim('pending', { amount: 1.005 }),
      DELIVERY_NOT_FOUND: () =>
        ask('createClaim', { body: { job_number: UNKNOWN_JOB, type: 'late', amount: 5 } }),
      DUPLICATE_CLAIM: async () => {
        const { data } = await claim('delivered');
        return ask('createClaim', { body: { job_number: data['job_number'], type: 'late', amount: 5 } });
      },
      CLAIM_NOT_ALLOWED: () => claim('assigned', { type: 'lost' }),
    },
    getClaim: { CLAIM_NOT_FOUND: () => ask('getClaim', unknown) },
    withdrawClaim: {
      CLAIM_NOT_FOUND: () => ask('withdrawClaim', unknown),
      STATE_CONFLICT: async () => {
        const { data } = await claim('delivered');
        const operator = await stage().service.operator();
        await operator.client.decideClaim({
          params: { id: String(data['id']) },
          body: { approve: false, decision: 'It came in time.' },
        });
        return ask('withdrawClaim', { params: { id: String(data['id']) } });
      },
    },
  };
}

/** What a merchant sends about claims. */
export function requests(stage: () => RepeatStage): Repeatables {
  const { jobIn } = jobsOf(stage);
  const claimed = async () =>
    (
      await stage().shop.client.createClaim({
        body: { job_number: (await jobIn('delivered')).job_number, type: 'overcharged', amount: 1 },
      })
    ).data.id;
  return {
    createClaim: {
      request: async () => ({
        body: { job_number: (await jobIn('delivered')).job_number, type: 'overcharged', amount: 1 },
      }),
      other: { job_number: 'SHP-0000-0000', type: 'overcharged', amount: 1 },
    },
    withdrawClaim: { request: async () => ({ params: { id: await claimed() } }) },
  };
}
