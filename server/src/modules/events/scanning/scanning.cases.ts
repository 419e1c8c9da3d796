import type { OperationId } from '@cottontree/contract';
import { randomUUID } from 'node:crypto';
import { type Doors, openDoors } from '../../../../test/kit/doors.ts';
import type { ProbeInput, Seen } from '../../../../test/kit/probe.ts';
import type { Provocations, ProvokeStage, Refusals } from '../../../../test/kit/provoke.ts';
import type { RepeatStage, Repeatable, Repeatables } from '../../../../test/kit/repeatable/repeatable.ts';

const NO_EVENT = 'evt_00000000000000000000000000';
const HOUR_MS = 3_600_000;

/** How the refusals of the doors come about. */
export function provocations(stage: () => ProvokeStage): Provocations {
  const ask = (id: OperationId, input: ProbeInput): Promise<Seen> => stage().ask(id, input);
  const open = (event: Parameters<typeof openDoors>[2] = {}): Promise<Doors> =>
    openDoors(stage().service, stage().shop, event);
  const bought = async (doors: Doors) =>
    (await doors.buy())[0] ?? Promise.reject(new Error('no ticket was sold'));
  const type = { name: 'Standard', price: 1, quantity_available: 5 };
  const absent = (id: OperationId, input: ProbeInput = {}): Refusals => ({
    EVENT_NOT_FOUND: () => ask(id, { ...input, params: { ...input.params, id: NO_EVENT } }),
  });
  const unpaired = (id: OperationId, input: ProbeInput = {}): Refusals => ({
    SCANNER_NOT_PAIRED: () => ask(id, { ...input, headers: { 'x-scanner-token': 'sct_made-up' } }),
  });

  function scans(id: OperationId): Refusals {
    const scan = (doors: Doors, code: string, more: object = {}): Promise<Seen> =>
      ask(id, { params: { id: doors.id }, body: { code, ...more } });
    /** Scans a ticket of an event after something was done to either. */
    async function after(
      event: Parameters<typeof open>[0],
      change: (
        ticket: { readonly id: string; readonly order_id: string; readonly qr: string },
        doors: Doors,
      ) => unknown,
      more: object = {},
    ): Promise<Seen> {
      const doors = await open(event);
      const ticket = await bought(doors);
      await change(ticket, doors);
      return scan(doors, ticket.qr, more);
    }
    const query = (sql: string, ...values: readonly unknown[]) => stage().service.query(sql, values);
    return {
      ...absent(id, { body: { code: 'x' } }),
      INVALID_TICKET_CODE: async () => scan(await open(), 'https://example.sl'),
      TICKET_NOT_FOUND: async () => scan(await open(), '00000-00000'),
      WRONG_EVENT: async () => scan(await open(), (await bought(await open())).qr),
      EVENT_CANCELLED: () =>
        after({}, (_, { id: event }) => query(`UPDATE events SET status = 'cancelled' WHERE id = $1`, event)),
      EVENT_NOT_SCANNABLE: () =>
        after({}, (_, { id: event }) => query(`UPDATE events SET status = 'draft' WHERE id = $1`, event)),
      TICKET_UNPAID: () =>
        after({}, ({ order_id }) =>
          query(`UPDATE ticket_orders SET status = 'awaiting_payment' WHERE id = $1`, order_id),
        ),
      TICKET_VOID: () =>
        after({}, (ticket) => ask('voidTicket', { params: { id: ticket.id }, body: { reason: 'Refunded' } })),
      TICKET_BLOCKED: () =>
        after({}, (ticket) => ask('blockTicket', { params: { id: ticket.id }, body: { reason: 'Stolen' } })),
      TICKET_REVOKED: () =>
        after({}, (ticket) =>
          ask('transferTicket', {
            params: { id: ticket.id },
            body: { name: 'Mariama Sesay', phone: '076 123456' },
          }),
        ),
      TICKET_NOT_YET_VALID: () =>
        after(
          { ticket_types: [{ ...type, valid_from: new Date(Date.now() + HOUR_MS).toISOString() }] },
          () => undefined,
        ),
      TICKET_EXPIRED: () =>
        after(
          { ticket_types: [{ ...type, valid_until: new Date(Date.now() - HOUR_MS).toISOString() }] },
          () => undefined,
        ),
      GATE_NOT_ALLOWED: () => after({ scan_policy: { gates: ['North'] } }, () => undefined, { gate: 'West' }),
      TICKET_ALREADY_USED: () => after({}, (ticket, doors) => scan(doors, ticket.qr)),
      NOT_INSIDE: () => after({}, () => undefined, { direction: 'out' }),
    };
  }

  function undos(id: OperationId): Refusals {
    const undo = (params: { readonly id: string; readonly scanId: string }): Promise<Seen> =>
      ask(id, { params, body: { reason: 'Mistake' } });
    async function scanned() {
      const doors = await open();
      const { qr } = await bought(doors);
      const scan = (): Promise<Seen> => ask('scanTicket', { params: { id: doors.id }, body: { code: qr } });
      return { id: doors.id, scanId: String((await scan()).data['scan_id']), scan };
    }
    return {
      ...absent(id, { params: { scanId: 'scn_none' }, body: { reason: 'x' } }),
      SCAN_NOT_FOUND: async () => undo({ id: (await open()).id, scanId: 'scn_none' }),
      SCAN_ALREADY_UNDONE: async () => {
        const { scan: _, ...params } = await scanned();
        await undo(params);
        return undo(params);
      },
      STATE_CONFLICT: async () => {
        const { scan, id: event } = await scanned();
        return undo({ id: event, scanId: String((await scan()).details?.['scan_id']) });
      },
    };
  }

  const batch = {
    device_time: '2026-12-20',
    scans: [{ nonce: randomUUID(), code: 'x', scanned_at: '2026-12-20', offline_result: 'admitted' }],
  };
  const device = { params: { deviceId: 'dev_none' } };
  const onDevice = (id: OperationId): Refusals => ({
    ...absent(id, device),
    DEVICE_NOT_FOUND: async () => ask(id, { params: { id: (await open()).id, deviceId: 'dev_none' } }),
  });
  const search = { query: { q: 'sesay' } };

  return {
    scanTicket: scans('scanTicket'),
    scanTicketAtDoor: {
      ...scans('scanTicketAtDoor'),
      ...unpaired('scanTicketAtDoor', { params: { id: NO_EVENT }, body: { code: 'x' } }),
    },
    undoScan: undos('undoScan'),
    undoScanAtDoor: {
      ...undos('undoScanAtDoor'),
      ...unpaired('undoScanAtDoor', { params: { id: NO_EVENT, scanId: 'scn_none' }, body: { reason: 'x' } }),
    },
    listScans: absent('listScans'),
    syncScans: absent('syncScans', { body: batch }),
    syncScansAtDoor: {
      ...absent('syncScansAtDoor', { body: batch }),
      ...unpaired('syncScansAtDoor', { params: { id: NO_EVENT }, body: batch }),
    },
    getScanStats: absent('getScanStats'),
    getScanStatsAtDoor: {
      ...absent('getScanStatsAtDoor'),
      ...unpaired('getScanStatsAtDoor', { params: { id: NO_EVENT } }),
    },
    getScanManifest: absent('getScanManifest'),
    getScanManifestAtDoor: {
      ...absent('getScanManifestAtDoor'),
      ...unpaired('getScanManifestAtDoor', { params: { id: NO_EVENT } }),
    },
    searchTickets: absent('searchTickets', search),
    searchTicketsAtDoor: {
      ...absent('searchTicketsAtDoor', search),
      ...unpaired('searchTicketsAtDoor', { params: { id: NO_EVENT }, ...search }),
    },
    createScannerDevice: {
      ...absent('createScannerDevice', { body: { name: 'Door' } }),
      GATE_NOT_ALLOWED: async () =>
        ask('createScannerDevice', {
          params: { id: (await open({ scan_policy: { gates: ['North'] } })).id },
          body: { name: 'Door', gate: 'West' },
        }),
    },
    listScannerDevices: absent('listScannerDevices'),
    getScannerDevice: onDevice('getScannerDevice'),
    revokeScannerDevice: onDevice('revokeScannerDevice'),
    pairScanner: { SCANNER_NOT_PAIRED: () => ask('pairScanner', { body: { pairing_code: '00000000' } }) },
  };
}

/** What doors send. */
export function requests(stage: () => RepeatStage): Repeatables {
  const open = (): Promise<Doors> => openDoors(stage().service, stage().shop);
  async function bought() {
    const doors = await open();
    return { params: { id: doors.id }, code: (await doors.buy())[0]?.qr ?? '' };
  }
  async function scan(): Promise<ProbeInput> {
    const { params, code } = await bought();
    return { params, body: { code, gate: 'North' } };
  }
  async function undo(): Promise<ProbeInput> {
    const { params, code } = await bought();
    const { data } = await stage().shop.client.scanTicket({ params, body: { code } });
    return { params: { ...params, scanId: data.scan_id ?? '' }, body: { reason: 'Wrong person' } };
  }
  const batchOf = (code: string) => ({
    device_time: new Date().toISOString(),
    scans: [{ nonce: randomUUID(), code, scanned_at: new Date().toISOString(), offline_result: 'admitted' }],
  });
  async function sync(): Promise<ProbeInput> {
    const { params, code } = await bought();
    return { params, body: batchOf(code) };
  }
  const scanning: Repeatable = { request: scan, other: { code: '00000-00000' } };
  const undoing: Repeatable = { request: undo, other: { reason: 'Another' } };
  const syncing: Repeatable = { request: sync, other: batchOf('00000-00000') };
  return {
    scanTicket: scanning,
    scanTicketAtDoor: scanning,
    undoScan: undoing,
    undoScanAtDoor: undoing,
    syncScans: syncing,
    syncScansAtDoor: syncing,
    createScannerDevice: {
      request: async () => ({ params: { id: (await open()).id }, body: { name: 'Door 2' } }),
      other: { name: 'Door 3' },
    },
    pairScanner: {
      request: async () => ({
        body: {
          pairing_code: (
            await stage().shop.client.createScannerDevice({
              params: { id: (await open()).id },
              body: { name: 'Door 2' },
            })
          ).data.pairing_code,
        },
      }),
      other: { pairing_code: '00000000' },
    },
  };
}
