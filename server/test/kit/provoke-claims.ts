import type { DeliveryStatus, OperationId } from '@cottontree/contract';
import { parcel, UNKNOWN_JOB } from './parcel.ts';
import type { Seen, InputGiven } from './probe.ts';
import type { TestMerchant, TestService } from './service.ts';

type Provoke = () => Promise<Seen>;
type Stage = {
  readonly service: TestService;
  readonly shop: TestMerchant;
  readonly ask: (id: OperationId, input?: InputGiven) => Promise<Seen>;
};

/** How the refusals of claims come about. */
export function claimProvocations(
  stage: () => Stage,
): Readonly<Partial<Record<OperationId, Readonly<Record<string, Provoke>>>>> {
  const unknown = { params: { id: 'clm_none' } };
  const ask = (id: OperationId, input?: InputGiven): Promise<Seen> => stage().ask(id, input);
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
