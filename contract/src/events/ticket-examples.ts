import { exampleEventId, exampleTicketTypeId } from './examples.ts';
import type { Ticket } from './ticket-schema.ts';

export const exampleTicketId = 'tkt_01m7yp6e5nf5j8q2w4e6r8t0yz';
export const exampleTicketOrderId = 'tor_01m7yp6d4nf5j8q2w4e6r8t0yz';

export const exampleTicket: Ticket = {
  id: exampleTicketId,
  code: '7K4PD-9QWXP',
  qr: 'TK1:%50200H00PE4XS8-.C DKAPKT K33LMEL-PL300100QODYZVRODI9HY40%+74P0KD0LBBLPB8ISKHNBBWWOF%72/6NQAFYILAAKIV1KZLL%204S885%PQMZ71.DZG8M.7YHI+W098BN2QHWJP+TJ9T',
  event_id: exampleEventId,
  ticket_type_id: exampleTicketTypeId,
  ticket_type_name: 'VIP',
  order_id: exampleTicketOrderId,
  price: 250.5,
  holder: { name: 'Fatmata Koroma', phone: '+23278234567', email: 'fatmata@example.sl' },
  status: 'valid',
  seat: null,
  issued_at: '2026-11-21T09:18:30.000Z',
  used_at: null,
  valid_from: null,
  valid_until: null,
  epoch: 0,
  livemode: true,
};
