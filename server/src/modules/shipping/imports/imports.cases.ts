import type { OperationId } from '@cottontree/contract';
import type { ProbeInput, Seen } from '../../../../test/kit/probe.ts';
import type { Provocations, ProvokeStage } from '../../../../test/kit/provoke.ts';

const FILE = 'pickup_city,delivery_address,delivery_city\nFreetown,27 Freetown Road,Lumley';
const AT_WORK_MAX = 5;

/** How the refusals of imports come about. */
export function provocations(stage: () => ProvokeStage): Provocations {
  const unknown = { params: { id: 'imp_none' } };
  const ask = (id: OperationId, input?: ProbeInput): Promise<Seen> => stage().ask(id, input);
  const send = (csv: string): Promise<Seen> => ask('createImport', { body: { csv } });
  return {
    createImport: {
      INVALID_CSV: () => send('delivery_adress\n27 Freetown Road'),
      TOO_MANY_ITEMS: () =>
        send(['order_number', ...Array.from({ length: 5_001 }, (_, at) => `A-${at}`)].join('\n')),
      TOO_MANY_JOBS: async () => {
        for (let made = 0; made < AT_WORK_MAX; made += 1) await send(FILE);
        const seen = await send(FILE);
        await stage().service.drain();
        return seen;
      },
    },
    getImport: { IMPORT_NOT_FOUND: () => ask('getImport', unknown) },
    listImportRows: { IMPORT_NOT_FOUND: () => ask('listImportRows', unknown) },
    cancelImport: {
      IMPORT_NOT_FOUND: () => ask('cancelImport', unknown),
      STATE_CONFLICT: async () => {
        const { data } = await send('weight_kg\nheavy');
        return ask('cancelImport', { params: { id: String(data['id']) } });
      },
    },
  };
}
