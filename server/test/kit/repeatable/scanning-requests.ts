import { randomUUID } from 'node:crypto';
import { openDoors, type Doors } from '../doors.ts';
import type { InputGiven } from '../probe.ts';
import type { Repeatable, Repeatables, RepeatStage } from './repeatable.ts';

/** What doors send. */
export function scanningRequests(stage: () => RepeatStage): Repeatables {
  const open = (): Promise<Doors> => openDoors(stage().service, stage().shop);
  async function bought() {
    const doors = await open();
    return { params: { id: doors.id }, code: (await doors.buy())[0]?.qr ?? '' };
  }
  async function scan(): Promise<InputGiven> {
    const { params, code } = await bought();
    return { params, body: { code, gate: 'North' } };
  }
  async function undo(): Promise<InputGiven> {
    const { params, code } = await bought();
    const { data } = await stage().shop.client.scanTicket({ params, body: { code } });
    return { params: { ...params, scanId: data.scan_id ?? '' }, body: { reason: 'Wrong person' } };
  }
  const batchOf = (code: string) => ({
    device_time: new Date().toISOString(),
    scans: [{ nonce: randomUUID(), code, scanned_at: new Date().toISOString(), offline_result: 'admitted' }],
  });
  async function sync(): Promise<InputGiven> {
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
