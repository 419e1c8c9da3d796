import { exampleTicketTypeId } from '../examples.ts';
import { exampleTicket, exampleTicketId } from '../ticket-examples.ts';

export { exampleEventId } from '../examples.ts';
export const exampleScanId = 'scn_01m7yp4nvr0000000000000001';
export const exampleDeviceId = 'dev_01m7yp4nvr0000000000000001';

export const exampleFirstScan = {
  scan_id: exampleScanId,
  at: '2026-12-20T19:42:07.120Z',
  gate: 'North',
  device: 'Door 2',
};

export const exampleScannedTicket = {
  id: exampleTicketId,
  code: exampleTicket.code,
  holder_name: exampleTicket.holder.name,
  ticket_type_id: exampleTicketTypeId,
  ticket_type_name: 'VIP',
  order_number: 'ORD-7K4PD-9QWX3',
  seat: null,
  admits: 1,
  door_note: 'Give the red wristband',
  notes: null,
};
