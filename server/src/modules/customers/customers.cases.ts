import type { OperationId } from '@cottontree/contract';
import type { ProbeInput, Seen } from '../../../test/kit/probe.ts';
import type { Provocations, ProvokeStage } from '../../../test/kit/provoke.ts';
import type { RepeatStage, Repeatables } from '../../../test/kit/repeatable/repeatable.ts';

const STALE = { 'if-match': '"99"' };
const PHONE = '+23276777888';

/** How the refusals of customers come about. */
export function provocations(stage: () => ProvokeStage): Provocations {
  const ask = (id: OperationId, input?: ProbeInput): Promise<Seen> => stage().ask(id, input);
  const at = async (id: OperationId, input: Promise<ProbeInput>, more: ProbeInput = {}): Promise<Seen> =>
    ask(id, { ...(await input), ...more });
  const customer = async (body: object = {}): Promise<ProbeInput> => ({
    params: { id: String((await ask('createCustomer', { body: { name: 'Isatu', ...body } })).data['id']) },
  });
  const taken = async (): Promise<object> => {
    await customer({ phone: PHONE });
    return { phone: PHONE };
  };

  return {
    createCustomer: {
      DUPLICATE_CUSTOMER: async () => ask('createCustomer', { body: await taken() }),
      INVALID_PHONE: () => ask('createCustomer', { body: { phone: '12' } }),
    },
    lookUpCustomer: {
      CUSTOMER_NOT_FOUND: () => ask('lookUpCustomer', { query: { phone: '+23276000999' } }),
      INVALID_PHONE: () => ask('lookUpCustomer', { query: { phone: '12' } }),
    },
    updateCustomer: {
      DUPLICATE_CUSTOMER: async () => at('updateCustomer', customer(), { body: await taken() }),
      STATE_CONFLICT: async () => {
        const erased = await customer();
        await ask('eraseCustomer', erased);
        return ask('updateCustomer', { ...erased, body: { name: 'Isatu' } });
      },
      PRECONDITION_FAILED: () => at('updateCustomer', customer(), { body: {}, headers: STALE }),
      INVALID_PHONE: () => at('updateCustomer', customer(), { body: { phone: '12' } }),
    },
    deleteCustomer: {
      PRECONDITION_FAILED: () => at('deleteCustomer', customer(), { headers: STALE }),
    },
  };
}

let numbers = 0;

/** What a merchant sends about customers. */
export function requests(stage: () => RepeatStage): Repeatables {
  return {
    createCustomer: {
      request: async () => ({
        body: { name: 'Isatu', phone: `+2327644${String((numbers += 1)).padStart(4, '0')}` },
      }),
      other: { name: 'Another' },
    },
    eraseCustomer: {
      request: async () => ({
        params: { id: (await stage().shop.client.createCustomer({ body: { name: 'Isatu' } })).data.id },
      }),
    },
  };
}
