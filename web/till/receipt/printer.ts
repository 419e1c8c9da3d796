import { hasStorage } from '../../kit/text/locale.ts';
import { signal } from '@preact/signals';
import { t } from '../texts.ts';
import type { PaperWidth } from './slip.ts';

/** Of WebUSB and WebSerial, what the till needs; compilers do not know them yet. */
type UsbDevice = {
  readonly opened: boolean;
  readonly configuration: { readonly interfaces: readonly UsbInterface[] } | null;
  open(): Promise<void>;
  selectConfiguration(value: number): Promise<void>;
  claimInterface(number: number): Promise<void>;
  transferOut(endpoint: number, data: Uint8Array<ArrayBuffer>): Promise<unknown>;
};
type UsbInterface = {
  readonly interfaceNumber: number;
  readonly alternate: {
    readonly endpoints: readonly { readonly endpointNumber: number; readonly direction: 'in' | 'out' }[];
  };
};
type SerialPort = {
  readonly writable: WritableStream<Uint8Array> | null;
  open(options: { readonly baudRate: number }): Promise<void>;
  close(): Promise<void>;
};
type Devices = {
  readonly usb?: {
    getDevices(): Promise<readonly UsbDevice[]>;
    requestDevice(options: { readonly filters: readonly object[] }): Promise<UsbDevice>;
  };
  readonly serial?: { getPorts(): Promise<readonly SerialPort[]>; requestPort(): Promise<SerialPort> };
};

export type PrinterKind = 'usb' | 'serial' | 'none';
export type PrinterSettings = {
  readonly kind: PrinterKind;
  readonly width: PaperWidth;
  /** A receipt after each sale, without being asked. */ readonly byItself: boolean;
  readonly opensDrawer: boolean;
};

const KEY = 'ct.till.printer';
const USB_PRINTER_CLASS = 7;
const BAUD = 9_600;
const USUAL: PrinterSettings = { kind: 'none', width: 58, byItself: false, opensDrawer: true };

export const printer = signal<PrinterSettings>(readSettings());

function readSettings(): PrinterSettings {
  const kept = hasStorage() ? localStorage.getItem(KEY) : null;
  return kept === null ? USUAL : { ...USUAL, ...(JSON.parse(kept) as Partial<PrinterSettings>) };
}

/** From now on, and after a reload. */
export function setPrinter(change: Partial<PrinterSettings>): void {
  printer.value = { ...printer.value, ...change };
  localStorage.setItem(KEY, JSON.stringify(printer.value));
}

const devices = navigator as Navigator & Devices;

export function canUse(kind: 'usb' | 'serial'): boolean {
  return devices[kind] !== undefined;
}

/** The printer did not take it; the message is for whoever stands there. */
export class PrinterError extends Error {
  override readonly name = 'PrinterError';

  constructor(cause: unknown) {
    super(t.printerAway, { cause });
  }
}

/** Lets somebody choose the printer; false where they chose none. */
export async function choosePrinter(kind: 'usb' | 'serial'): Promise<boolean> {
  try {
    if (kind === 'usb') await devices.usb?.requestDevice({ filters: [{ classCode: USB_PRINTER_CLASS }] });
    else await devices.serial?.requestPort();
    setPrinter({ kind });
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return false;
    throw new PrinterError(error);
  }
}

let printed: Promise<unknown> = Promise.resolve();

/** Sends bytes to the printer that was chosen, after all that was sent before: a cable takes one thing at a time. */
export function sendToPrinter(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const sent = printed
    .then(() => send(bytes))
    .catch((error: unknown) => {
      throw new PrinterError(error);
    });
  printed = sent.catch(() => undefined);
  return sent;
}

async function send(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const { kind } = printer.value;
  if (kind === 'usb') return sendByUsb(bytes);
  if (kind === 'serial') return sendBySerial(bytes);
  throw new Error('No printer is chosen.');
}

async function sendByUsb(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const [device] = (await devices.usb?.getDevices()) ?? [];
  if (!device) throw new Error('The printer is not connected.');
  if (!device.opened) await device.open();
  if (device.configuration === null) await device.selectConfiguration(1);
  for (const { interfaceNumber, alternate } of device.configuration?.interfaces ?? []) {
    const out = alternate.endpoints.find(({ direction }) => direction === 'out');
    if (!out) continue;
    await device.claimInterface(interfaceNumber);
    await device.transferOut(out.endpointNumber, bytes);
    return;
  }
  throw new Error('The printer takes nothing by this cable.');
}

async function sendBySerial(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const [port] = (await devices.serial?.getPorts()) ?? [];
  if (!port) throw new Error('The printer is not connected.');
  if (port.writable === null) await port.open({ baudRate: BAUD });
  const writer = port.writable?.getWriter();
  try {
    await writer?.write(bytes);
    writer?.releaseLock();
  } catch (error) {
    writer?.releaseLock();
    // A cable that was pulled leaves the port broken: the next slip opens it anew.
    await port.close().catch(() => undefined);
    throw error;
  }
}
