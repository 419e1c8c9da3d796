import type { OperationId } from '@cottontree/contract';
import { sellTickets } from './sell-tickets.ts';
import type { Seen, InputGiven } from './probe.ts';
import type { TestMerchant, TestService } from './service.ts';

type Provoke = () => Promise<Seen>;
type Stage = {
  readonly service: TestService;
  readonly shop: TestMerchant;
  readonly ask: (id: OperationId, input?: InputGiven) => Promise<Seen>;
};
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
export function ticketProvocations(
  stage: () => Stage,
): Readonly<Partial<Record<OperationId, Readonly<Record<string, Provoke>>>>> {
  const ask = (id: OperationId, input: InputGiven): Promise<Seen> => stage().ask(id, input);
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
