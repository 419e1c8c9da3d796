import { quantityOf, type Input, type Operations, type StockTransfer } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Runner } from '../../../store/index.ts';
import { showMode, type Tenant } from '../../../kernel/call/tenant.ts';
import type { Pos } from '../module.ts';
import { moveStock, requireGranted } from './move-stock.ts';
import { readQuantity } from './read-quantity.ts';
import { requireStepsOfParts } from './read-steps.ts';
import { stockWriterOf, type StockMove, type StockWriter } from './stock-move.ts';
import {
  endTransfer as writeEnd,
  findTransfer,
  transferList,
  type TransferLine,
  type TransferRow,
} from './transfers.queries.ts';

/** Lists transfers of stock, newest first unless sorted otherwise. */
export async function listStockTransfers(
  { query }: Input<Operations['listStockTransfers']>,
  call: Call,
  { store }: Pos,
): Promise<Reply<readonly StockTransfer[]>> {
  const { tenant } = call;
  const { rows, meta } = await transferList.find(store.reads(tenant), { call, query });
  return reply(
    rows.map((row) => presentTransfer(row, tenant)),
    { meta },
  );
}

/** Reads a transfer of stock. */
export async function getStockTransfer(
  { params }: Input<Operations['getStockTransfer']>,
  { tenant }: Call,
  { store }: Pos,
): Promise<Reply<StockTransfer>> {
  return reply(presentTransfer(await requireTransfer(store.of(tenant), { tenant, id: params.id }), tenant));
}

/** Ends a transfer: what was sent is back where it came from. */
export async function cancelStockTransfer(
  { params, body }: Input<Operations['cancelStockTransfer']>,
  call: Call,
  module: Pos,
): Promise<Reply<StockTransfer>> {
  return effect(module, call, {
    work: async (runner) => {
      const staff = await module.staff.acting(call, body.staff_id ?? null);
      module.staff.require(staff, 'stock');
      const writer = stockWriterOf(call, { world: module.world, staffId: staff?.id ?? null });
      const row = await endTransfer(runner, writer, {
        id: params.id,
        status: 'cancelled',
        lines: ({ lines }) => lines,
        moves: returningMoves,
      });
      await module.staff.requireAt(call, staff, row.from_location_id);
      return reply(presentTransfer(row, call.tenant));
    },
  });
}

type Wanted = Input<Operations['receiveStockTransfer']>;
type Arrived = { readonly line: number; readonly milli: bigint; readonly path: string };

/** Takes in what was sent from another location. */
export async function receiveStockTransfer(
  { params, body }: Wanted,
  call: Call,
  module: Pos,
): Promise<Reply<StockTransfer>> {
  const arrived = (body.items ?? []).map((item, at): Arrived => ({
    line: item.line,
    milli: readQuantity(item.received, { path: `items[${at}].received`, min: 'zero' }),
    path: `items[${at}]`,
  }));
  return effect(module, call, {
    work: async (runner) => {
      const staff = await module.staff.acting(call, body.staff_id ?? null);
      module.staff.require(staff, 'stock');
      const moves = (transfer: TransferRow, at: Date) =>
        receivingMoves({ ...transfer, note: body.note ?? transfer.note }, at);
      const row = await endTransfer(
        runner,
        stockWriterOf(call, { world: module.world, staffId: staff?.id ?? null }),
        { id: params.id, status: 'received', lines: ({ lines }) => withArrived(lines, arrived), moves },
      );
      await module.staff.requireAt(call, staff, row.to_location_id);
      await requireStepsOfParts(runner, call.tenant, {
        parts: arrived.map(({ line, milli, path }) => ({ line, milli, path: `${path}.received` })),
        lines: row.lines,
      });
      return reply(presentTransfer(row, call.tenant));
    },
  });
}

function withArrived(lines: readonly TransferLine[], arrived: readonly Arrived[]): readonly TransferLine[] {
  const byLine = new Map<number, Arrived>();
  for (const one of arrived) {
    const line = lines.find((sent) => sent.line === one.line);
    if (!line)
      throw invalid({
        path: `${one.path}.line`,
        message: `is no line of the transfer, which has ${lines.length}`,
      });
    if (byLine.has(one.line)) throw invalid({ path: `${one.path}.line`, message: 'is named twice' });
    if (one.milli > BigInt(line.quantity))
      throw invalid({
        path: `${one.path}.received`,
        message: `must be at most the ${quantityOf(BigInt(line.quantity))} that were sent; correct the rest with an adjustment`,
      });
    byLine.set(one.line, one);
  }
  return lines.map((line) => ({ ...line, received: String(byLine.get(line.line)?.milli ?? line.quantity) }));
}

type TransferEnd = {
  readonly id: string;
  readonly status: 'received' | 'cancelled';
  /** The lines as they are from then on. */
  readonly lines: (transfer: TransferRow) => readonly TransferLine[];
  readonly moves: (transfer: TransferRow, at: Date) => readonly StockMove[];
};

/** Ends a transfer that is on its way, and moves what that moves. STOCK_TRANSFER_NOT_FOUND, STATE_CONFLICT. */
async function endTransfer(
  runner: Runner,
  writer: StockWriter,
  { id, status, lines, moves }: TransferEnd,
): Promise<TransferRow> {
  const key = { tenant: writer.tenant, id };
  const found = await requireTransfer(runner, key);
  const ended =
    found.status === 'sent'
      ? await writeEnd(runner, key, { status, lines: lines(found), at: writer.at })
      : undefined;
  if (!ended) {
    const { status: from } = await requireTransfer(runner, key);
    throw new Failure('STATE_CONFLICT', `The transfer is ${from} already.`, {
      details: { from, to: status, allowed: [] },
    });
  }
  const results = await moveStock(runner, writer, [moves(ended, writer.at)]);
  results.forEach(requireGranted);
  return ended;
}

/** The same refusal for absent, another merchant's, the other mode's and malformed. */
async function requireTransfer(
  runner: Runner,
  key: Parameters<typeof findTransfer>[1],
): Promise<TransferRow> {
  const row = await findTransfer(runner, key);
  if (!row)
    throw new Failure('STOCK_TRANSFER_NOT_FOUND', `There is no stock transfer ${key.id.slice(0, 64)}.`);
  return row;
}

export function presentTransfer(row: TransferRow, { livemode }: Tenant): StockTransfer {
  return {
    id: row.id,
    client_id: row.client_id,
    status: statusOf(row),
    from_location_id: row.from_location_id,
    to_location_id: row.to_location_id,
    items: row.lines.map(({ line, variant_id, product_id, name, variant_name, sku, quantity, received }) => ({
      line,
      variant_id,
      product_id,
      name,
      variant_name,
      sku,
      quantity: quantityOf(BigInt(quantity)),
      received: received === null ? null : quantityOf(BigInt(received)),
    })),
    note: row.note,
    sent_at: row.sent_at.toISOString(),
    received_at: row.received_at?.toISOString() ?? null,
    cancelled_at: row.cancelled_at?.toISOString() ?? null,
    ...showMode(livemode),
  };
}

/** As the check constraint of the table holds it. */
function statusOf({ status }: TransferRow): StockTransfer['status'] {
  return status;
}

type Transfer = Pick<TransferRow, 'id' | 'from_location_id' | 'to_location_id' | 'lines' | 'note'>;

/** Leaves where it was. */
export function sendingMoves(transfer: Transfer, at: Date): readonly StockMove[] {
  return transfer.lines.map((line) => ({
    locationId: transfer.from_location_id,
    deltaMilli: -BigInt(line.quantity),
    reason: 'transfer_out',
    ...common(transfer, { line, at }),
  }));
}

/** Arrives as it was sent; what is missing is a loss where it arrived. */
export function receivingMoves(transfer: Transfer, at: Date): readonly StockMove[] {
  return transfer.lines.flatMap((line): readonly StockMove[] => {
    const sent = BigInt(line.quantity);
    const lost = sent - BigInt(line.received ?? line.quantity);
    const arrived: StockMove = {
      locationId: transfer.to_location_id,
      deltaMilli: sent,
      reason: 'transfer_in',
      ...common(transfer, { line, at }),
    };
    return lost === 0n
      ? [arrived]
      : [
          arrived,
          {
            locationId: transfer.to_location_id,
            deltaMilli: -lost,
            reason: 'loss',
            ...common(transfer, { line, at }),
          },
        ];
  });
}

/** Is back where it was. */
function returningMoves(transfer: Transfer, at: Date): readonly StockMove[] {
  return transfer.lines.map((line) => ({
    locationId: transfer.from_location_id,
    deltaMilli: BigInt(line.quantity),
    reason: 'transfer_in',
    ...common(transfer, { line, at }),
  }));
}

function common(
  { id, note }: Transfer,
  { line, at }: { readonly line: TransferLine; readonly at: Date },
): Pick<StockMove, 'variantId' | 'ref' | 'note' | 'occurredAt'> {
  return {
    variantId: line.variant_id,
    ref: { type: 'transfer', id, line: String(line.line) },
    note,
    occurredAt: at,
  };
}
