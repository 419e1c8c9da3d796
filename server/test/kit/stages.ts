import type { OperationId } from '@cottontree/contract';
import type { TestMerchant } from './service.ts';
import { shelve } from './stock.ts';
import type { Things } from './things.ts';

/** What an operation of the till or of invoices wants before it looks at a field: a thing in the right state, or a body that its example lacks. */
export type Stage = {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
};
export type Stages = Readonly<Partial<Record<OperationId, () => Promise<Stage>>>>;

const idOf = ({ data }: { readonly data: { readonly id: string } }): Stage => ({ params: { id: data.id } });
const cloth = { items: [{ custom_name: 'Country cloth', unit_price: 10 }] };
const posters = {
  customer: { name: 'Isatu', email: 'isatu@example.sl' },
  items: [{ description: 'Posters', unit_price: 50 }],
};

/** How each is made, anew for every call. */
export function stagesOf({ client }: Pick<TestMerchant, 'client'>, things: Things): Stages {
  const parked = async (): Promise<Stage> =>
    idOf(await client.createSale({ body: { ...cloth, status: 'parked' } }));
  const draft = async (): Promise<Stage> => idOf(await client.createInvoice({ body: posters }));
  const open = async (): Promise<Stage> =>
    idOf(await client.createInvoice({ body: { ...posters, finalize: true } }));
  /** Of their own: the steps and states of what all share change while it is tried. */
  const shelved = async (): Promise<string> => (await shelve({ client }, 9)).variantId;
  async function counted(): Promise<Stage> {
    const variant_id = await shelved();
    return {
      ...idOf(await client.createStockCount({ body: { variant_ids: [variant_id] } })),
      body: { items: [{ variant_id, counted: 1 }] },
    };
  }
  const toSend = async () => ({
    to_location_id: things.loc ?? '',
    items: [{ variant_id: await shelved(), quantity: 1 }],
  });
  const sent = async (): Promise<Stage> => ({
    ...idOf(await client.createStockTransfer({ body: await toSend() })),
    body: { items: [{ line: 1, received: 1 }] },
  });
  const drawer = async (): Promise<Stage> =>
    idOf(
      await client.openCashSession({
        body: { terminal_id: (await client.createTerminal({ body: { name: 'Till' } })).data.id },
      }),
    );
  return {
    createVariant: async () => ({ body: { name: 'XL', price: 20 } }),
    createStockAdjustment: async () => ({
      body: { items: [{ variant_id: await shelved(), delta: 10, reason: 'purchase' }] },
    }),
    addStockCountLines: counted,
    submitStockCount: counted,
    cancelStockCount: counted,
    createStockTransfer: async () => ({ body: await toSend() }),
    receiveStockTransfer: sent,
    cancelStockTransfer: sent,
    createSale: async () => ({ body: { ...cloth, payments: [{ channel: 'cash' }] } }),
    updateSale: parked,
    paySale: parked,
    completeSale: parked,
    parkSale: parked,
    cancelSale: parked,
    voidSale: async () =>
      idOf(await client.createSale({ body: { ...cloth, payments: [{ channel: 'cash' }] } })),
    refundSale: async () => ({
      ...idOf(await client.createSale({ body: { ...cloth, payments: [{ channel: 'cash' }] } })),
      body: { items: [{ line: 1, quantity: 1 }] },
    }),
    openCashSession: async () => ({
      body: { terminal_id: (await client.createTerminal({ body: { name: 'Till' } })).data.id },
    }),
    createCashMovement: drawer,
    closeCashSession: drawer,
    createTerminal: async () => ({ body: { name: 'Till' } }),
    createWidgetSession: async () => ({ body: {} }),
    updateInvoice: draft,
    finalizeInvoice: draft,
    payInvoice: open,
    sendInvoice: open,
    remindInvoice: open,
    createCreditNote: async () => ({ ...(await open()), body: { amount: 1 } }),
  };
}
