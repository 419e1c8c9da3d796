import { toast } from '../../kit/parts/toast.tsx';
import { client, device, faultOf } from '../data/api.ts';
import { rules, terminal, things } from '../state/signals.ts';
import type { LastSold } from '../data/last-sold.ts';
import { DRAWER_KICK, escPos } from './escpos.ts';
import { printText } from './paper.tsx';
import { printer, sendToPrinter } from './printer.ts';
import { saleSlip } from './sale-slip.ts';
import { COLUMNS, layOut, type Slip } from './slip.ts';

/** Prints a receipt: by the printer of the till, else by the browser; by itself only where that was wished for. */
export async function printReceipt(sold: LastSold, how: 'by-itself' | 'asked'): Promise<void> {
  const { kind, byItself, opensDrawer } = printer.value;
  const cash = sold.kind === 'made' && sold.sale.payments.some(({ channel }) => channel === 'cash');
  const drawer = how === 'by-itself' && opensDrawer && cash;
  if (how === 'by-itself' && kind === 'none') return;
  if (how === 'by-itself' && !byItself) return drawer ? kickDrawer() : undefined;
  if (sold.kind === 'asked') return printServerReceipt(sold.sale.id);
  await printSlip(slipOf(sold), drawer);
}

function slipOf({ sale }: Extract<LastSold, { readonly kind: 'made' }>): Slip {
  const { settings, locations } = things.value;
  return saleSlip(sale, {
    location: locations.get(terminal.value?.locationId ?? '') ?? null,
    settings,
    rules: rules.value,
    livemode: terminal.value?.livemode ?? true,
    storeName: device.pairing.value?.storeName ?? '',
  });
}

/** Prints anything that is laid out as a slip. */
export async function printSlip(slip: Slip, drawer = false): Promise<void> {
  const { kind, width } = printer.value;
  if (kind === 'none')
    return printText(
      layOut(slip, COLUMNS[width])
        .map(({ text }) => text)
        .join('\n'),
      width,
    );
  await orTell(() => sendToPrinter(escPos(slip, { width, drawer })));
}

/** Opens the drawer, where the printer does that. */
export async function kickDrawer(): Promise<void> {
  if (printer.value.kind !== 'none') await orTell(() => sendToPrinter(DRAWER_KICK));
}

/** The receipt as the server has it, with refunds and voids. */
export async function printServerReceipt(saleId: string): Promise<void> {
  const { kind, width } = printer.value;
  await orTell(async () => {
    const format = kind === 'none' ? 'text' : 'escpos';
    const { data } = await client.getSaleReceipt({
      params: { id: saleId },
      query: { format, width: width === 58 ? '58' : '80' },
    });
    if (!(data instanceof Blob)) throw new Error('The receipt did not come as a file.');
    if (kind === 'none') await printText(await data.text(), width);
    else await sendToPrinter(new Uint8Array(await data.arrayBuffer()));
  });
}

async function orTell(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    toast(faultOf(error));
  }
}
