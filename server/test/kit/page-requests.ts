import { randomUUID } from 'node:crypto';
import type { OperationId } from '@cottontree/contract';
import type { Probe, ProbeInput } from './probe.ts';
import type { TestMerchant } from './service.ts';
import type { Things } from './things.ts';

/** The PIN of the person who signs in at the till. */
export const PIN = '482719';

type Page = {
  readonly probe: Probe;
  readonly shop: TestMerchant;
  readonly publicKey: string;
  readonly things: Things;
  readonly scannerToken: string;
  readonly terminalToken: string;
};

/**
 * What pages of a shop send where the contract's example would be refused before a slot of it is looked at: each with new
 * things of the shop's own and with the secret that belongs to them, so that it would be done.
 */
export function pageRequests(page: Page): Readonly<Partial<Record<OperationId, () => Promise<ProbeInput>>>> {
  const { probe, shop, publicKey, things, scannerToken, terminalToken } = page;
  const [params, typeId] = [{ id: things.evt ?? '' }, things.tt ?? ''];
  const ordered = {
    items: [{ ticket_type_id: typeId, quantity: 1 }],
    attendees: [{ ticket_type_id: typeId, name: 'Fatmata Koroma' }],
    buyer: { name: 'Fatmata Koroma', phone: '+23278234567' },
  };

  async function held(body: object): Promise<ProbeInput> {
    const { data } = await probe.ask('createPublicTicketOrder', { key: publicKey, params, body: ordered });
    return {
      key: publicKey,
      params: { id: String(data['id']) },
      headers: { 'x-client-secret': String(data['client_secret']) },
      body,
    };
  }
  async function asked(): Promise<ProbeInput> {
    const { data } = await shop.client.createPayment({
      body: { amount: 5, channel: 'mobile_money', customer: { phone: '+23200000004' } },
    });
    return {
      key: publicKey,
      params: { id: data.id },
      headers: { 'x-client-secret': data.client_secret ?? '' },
      body: {},
    };
  }
  const atDoor = (input: ProbeInput): ProbeInput => ({
    key: publicKey,
    headers: { 'x-scanner-token': scannerToken },
    ...input,
  });
  async function bought(): Promise<string> {
    const { data } = await shop.client.createTicketOrder({
      params,
      body: { items: ordered.items, payment: { method: 'cash' } },
    });
    return data.tickets[0]?.qr ?? '';
  }

  return {
    createPublicTicketOrder: async () => ({ key: publicKey, params, body: ordered }),
    getPublicTicketOrder: async () => {
      const { body: _none, ...input } = await held({});
      return input;
    },
    updatePublicTicketOrder: () =>
      held({ buyer: { name: 'Isatu Conteh' }, items: ordered.items, attendees: ordered.attendees }),
    payPublicTicketOrder: () => held({ method: 'mobile_money', phone: '+23200000001' }),
    cancelPublicTicketOrder: () => held({}),
    cancelPayment: asked,
    confirmPayment: asked,
    getPayment: async () => {
      const { body: _none, ...input } = await asked();
      return input;
    },
    createWidgetSession: async () => ({
      key: publicKey,
      headers: { 'x-terminal-token': terminalToken },
      body: { widget: 'pos_terminal', staff_id: things.stf ?? '', pin: PIN },
    }),
    scanTicketAtDoor: async () => atDoor({ params, body: { code: await bought(), gate: 'North' } }),
    syncScansAtDoor: async () => {
      const now = new Date().toISOString();
      const scan = {
        nonce: randomUUID(),
        code: await bought(),
        scanned_at: now,
        offline_result: 'admitted',
      };
      return atDoor({ params, body: { device_time: now, scans: [scan] } });
    },
    undoScanAtDoor: async () => {
      const scanned = await probe.ask(
        'scanTicketAtDoor',
        atDoor({ params, body: { code: await bought(), gate: 'North' } }),
      );
      return atDoor({
        params: { ...params, scanId: String(scanned.data['scan_id']) },
        body: { reason: 'Wrong person' },
      });
    },
  };
}
