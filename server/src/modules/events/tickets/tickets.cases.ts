import type { OperationId } from '@cottontree/contract';
import type { ProbeInput, Seen } from '../../../../test/kit/probe.ts';
import type { Provocations, Provoke, ProvokeStage } from '../../../../test/kit/provoke.ts';
import type { RepeatStage, Repeatables } from '../../../../test/kit/repeatable/repeatable.ts';
import { sellTickets } from '../../../../test/kit/sell-tickets.ts';

type Condition = 'void' | 'blocked' | 'used' | 'unreachable' | 'worn';

/** What a ticket is like that an operation refuses. */
const CONDITIONS: Readonly<Record<Condition, string>> = {
  void: `status = 'void', voided_at = now()`,
  blocked: `status = 'blocked'`,
  used: `status = 'used', used_at = now()`,
  unreachable: 'version = 2',
  worn: 'epoch = 65535',
};
const HOLDER = { name: 'Abu', email: 'abu@example.sl' };

/** How the refusals of tickets, their files and their keys come about. */
export function provocations(stage: () => ProvokeStage): Provocations {
  const ask = (id: OperationId, input: ProbeInput): Promise<Seen> => stage().ask(id, input);
  const absent = (id: OperationId, body?: object): { readonly TICKET_NOT_FOUND: Provoke } => ({
    TICKET_NOT_FOUND: () => ask(id, { params: { id: 'tkt_none' }, ...(body ? { body } : {}) }),
  });
  const on =
    (id: OperationId, body?: object) =>
    (condition: Condition): Provoke =>
    async () => {
      const { service, shop } = stage();
      const reach = condition === 'unreachable' ? { buyerPhone: null, buyerEmail: null } : {};
      const {
        ticketIds: [ticket = ''],
      } = await sellTickets(service, { merchantId: shop.id, ...reach });
      await service.query(`UPDATE tickets SET ${CONDITIONS[condition]} WHERE id = $1`, [ticket]);
      return ask(id, { params: { id: ticket }, ...(body ? { body } : {}) });
    };
  const noEvent = (id: OperationId, params: object = {}): { readonly EVENT_NOT_FOUND: Provoke } => ({
    EVENT_NOT_FOUND: () => ask(id, { params: { id: 'evt_none', ...params } }),
  });
  const fullOfKeys =
    (id: OperationId): Provoke =>
    async () => {
      const { service, shop } = stage();
      const { eventId } = await sellTickets(service, { merchantId: shop.id });
      await shop.client.listEventKeys({ params: { id: eventId } });
      await service.query(
        'INSERT INTO event_keys (merchant_id, livemode, event_id, kid, public_key, private_key, created_at, retired_at) SELECT merchant_id, livemode, event_id, n, public_key, private_key, created_at, created_at FROM event_keys, generate_series(101, 199) n WHERE event_id = $1',
        [eventId],
      );
      return ask(id, { params: { id: eventId, ...(id === 'revokeEventKey' ? { kid: '1' } : {}) } });
    };
  const [resend, transfer, block, unblock, voided] = [
    on('resendTicket'),
    on('transferTicket', HOLDER),
    on('blockTicket'),
    on('unblockTicket'),
    on('voidTicket'),
  ];

  return {
    listTickets: noEvent('listTickets'),
    getTicket: absent('getTicket'),
    getTicketQr: absent('getTicketQr'),
    getTicketPdf: absent('getTicketPdf'),
    getTicketCalendar: absent('getTicketCalendar'),
    getOrderTicketsPdf: {
      ORDER_NOT_FOUND: () => ask('getOrderTicketsPdf', { params: { id: 'tor_none' } }),
      TICKET_NOT_FOUND: async () =>
        ask('getOrderTicketsPdf', {
          params: {
            id: (await sellTickets(stage().service, { merchantId: stage().shop.id, count: 0 })).orderId,
          },
        }),
    },
    resendTicket: {
      ...absent('resendTicket'),
      TICKET_VOID: resend('void'),
      TICKET_BLOCKED: resend('blocked'),
      RECIPIENT_NOT_REACHABLE: resend('unreachable'),
    },
    transferTicket: {
      ...absent('transferTicket', HOLDER),
      TICKET_VOID: transfer('void'),
      TICKET_BLOCKED: transfer('blocked'),
      TICKET_ALREADY_USED: transfer('used'),
      STATE_CONFLICT: transfer('worn'),
      INVALID_PHONE: () =>
        ask('transferTicket', { params: { id: 'tkt_none' }, body: { name: 'Abu', phone: '12' } }),
    },
    blockTicket: { ...absent('blockTicket'), TICKET_VOID: block('void') },
    unblockTicket: { ...absent('unblockTicket'), TICKET_VOID: unblock('void') },
    voidTicket: { ...absent('voidTicket'), TICKET_ALREADY_USED: voided('used') },
    listEventKeys: noEvent('listEventKeys'),
    rotateEventKeys: { ...noEvent('rotateEventKeys'), TOO_MANY_KEYS: fullOfKeys('rotateEventKeys') },
    revokeEventKey: {
      ...noEvent('revokeEventKey', { kid: '1' }),
      NOT_FOUND: async () =>
        ask('revokeEventKey', {
          params: {
            id: (await sellTickets(stage().service, { merchantId: stage().shop.id })).eventId,
            kid: '7',
          },
        }),
      TOO_MANY_KEYS: fullOfKeys('revokeEventKey'),
    },
  };
}

/** What a merchant sends about tickets that were sold, and about the keys of their codes. */
export function requests(stage: () => RepeatStage): Repeatables {
  const sold = () => sellTickets(stage().service, { merchantId: stage().shop.id });
  const on = (body?: object) => async (): Promise<ProbeInput> => ({
    params: { id: (await sold()).ticketIds[0] ?? '' },
    ...(body ? { body } : {}),
  });
  const holder = { name: 'Mariama Sesay', email: 'mariama@example.sl' };
  const blocked = async (): Promise<ProbeInput> => {
    const input = await on()();
    await stage().shop.client.blockTicket({ params: { id: String((input.params as { id: string }).id) } });
    return input;
  };
  return {
    resendTicket: { request: on() },
    transferTicket: { request: on(holder), other: { ...holder, name: 'Abu Kamara' } },
    blockTicket: { request: on({ reason: 'stolen' }), other: { reason: 'lost' } },
    unblockTicket: { request: blocked },
    voidTicket: { request: on({ reason: 'sold twice' }), other: { reason: 'by mistake' } },
    rotateEventKeys: { request: async () => ({ params: { id: (await sold()).eventId } }) },
    revokeEventKey: {
      request: async () => {
        const { eventId } = await sold();
        await stage().shop.client.listEventKeys({ params: { id: eventId } });
        return { params: { id: eventId, kid: '1' } };
      },
    },
  };
}
