import { SyncedSaleIn, type Input, type Operations, type SyncedSale } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { newShapeCheck } from '../../../kernel/shape/leave-out-nulls.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { hashContent } from '../../../kernel/effect/canonical-json.ts';
import { outsideEffect } from '../../../kernel/effect/outside-effect.ts';
import { readSkewMs } from '../../../kernel/time/device-time.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Pos } from '../module.ts';
import { clientIdReused } from '../sales/create-sale.ts';
import { grantedRow } from '../sales/change-sale.ts';
import { presentSale } from '../sales/present-sale.ts';
import { readDefaultPlace } from '../sales/sale-request.ts';
import { findSalesByClientId, type SaleRow } from '../sales/sales.queries.ts';
import type { Sold } from '../sales/selling.ts';
import { judgeReferences, readReferences, type KnownReferences } from './judge-references.ts';
import { composeSynced, wantsOfSynced } from './compose-synced.ts';
import { namesOfSynced, readSynced, type ReadSynced } from './read-synced.ts';

type Handed = Input<Operations['syncSales']>['body'];
type Answer = Awaited<ReturnType<typeof takeAll>>;

const checkSale = newShapeCheck(SyncedSaleIn);

/** Takes in what a till sold without network: what happened is written, each sale by itself and once. */
export async function syncSales(
  { body }: Input<Operations['syncSales']>,
  call: Call,
  module: Pos,
): Promise<Reply<Answer>> {
  return outsideEffect(module, call, async () => reply(await takeAll(body, call, module)));
}

async function takeAll(body: Handed, call: Call, module: Pos) {
  const skewMs = readSkewMs(body.device_time, { path: 'device_time', call });
  const [usual, known] = await Promise.all([
    readDefaultPlace({ call, module }),
    readReferences(body.sales, call, module),
  ]);
  const results: SyncedSale[] = [];
  for (const part of inParts(body.sales)) {
    const first = results.length;
    const hashes: Buffer[] = [];
    for (const given of part) hashes.push(await hashContent(given));
    // All of a part are handed over before any is waited for, so that they are written in the order in which the till made them.
    results.push(
      ...(await Promise.all(
        part.map((given, at) =>
          takeOne(given, {
            index: first + at,
            hash: hashes[at] as Buffer,
            skewMs,
            usual,
            known,
            call,
            module,
          }),
        ),
      )),
    );
  }
  const count = (result: SyncedSale['result']): number =>
    results.filter((one) => one.result === result).length;
  return {
    results,
    accepted: count('accepted'),
    duplicates: count('duplicate'),
    refused: count('refused'),
    clock_skew_seconds: skewMs === null ? null : skewMs / 1_000,
  };
}

/** Composing as many lines, writing and showing them takes some 10 ms each; nobody else waits for more. A till's usual queue is one part. */
const LINES_AT_ONCE = 500;

/** Sales one after the other in parts of so many lines. */
function inParts(sales: Handed['sales']): readonly Handed['sales'][] {
  const parts: Handed['sales'][] = [];
  let module = 0;
  for (const sale of sales) {
    const lines = Array.isArray(sale['items']) ? sale['items'].length : 0;
    if (lines > module || parts.length === 0) {
      parts.push([]);
      module = LINES_AT_ONCE;
    }
    parts.at(-1)?.push(sale);
    module -= lines;
  }
  return parts;
}

type Taking = {
  readonly index: number;
  readonly hash: Buffer;
  readonly skewMs: number | null;
  /** The default location. */ readonly usual: string;
  readonly known: KnownReferences;
  readonly call: Call;
  readonly module: Pos;
};

/** Only what cannot be read is refused, and what the service itself cannot write now is asked for again. */
async function takeOne(given: Readonly<Record<string, unknown>>, taking: Taking): Promise<SyncedSale> {
  const clientId = typeof given['client_id'] === 'string' ? given['client_id'].slice(0, 64) : null;
  try {
    const { row, result } = await sellSynced(given, taking);
    return { client_id: clientId, result, sale: presentSale(row, taking.module), error: null };
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= 500) throw error;
    const { code, message, details } = error;
    return {
      client_id: clientId,
      result: 'refused',
      sale: null,
      error: { code, message, ...(details ? { details: { ...details } } : {}) },
    };
  }
}

async function sellSynced(
  given: Readonly<Record<string, unknown>>,
  { index, hash, skewMs, usual, known, call, module }: Taking,
): Promise<{ readonly row: SaleRow; readonly result: 'accepted' | 'duplicate' }> {
  const body = checkSale(given) as SyncedSaleIn;
  const read = readSynced(body, { hash, call, path: `sales[${index}]`, skewMs });
  const names = namesOfSynced(module.world, body);
  const sell = (found: KnownReferences): Promise<Sold> => {
    const references = judgeReferences(body, call.caller, { known: found, usual });
    return module.sell({
      key: { tenant: call.tenant, locationId: references.locationId },
      wants: wantsOfSynced(body),
      compose: (basis) => composeSynced(read, { basis, call, module, names, references }),
    });
  };
  const sold = await sell(known).catch((error: unknown) => {
    // Whoever bought was forgotten at this very moment.
    if (error instanceof Failure && error.code === 'CUSTOMER_NOT_FOUND') return sell(withoutCustomers(known));
    throw error;
  });
  if (sold.outcome === 'granted') return { row: grantedRow(sold), result: 'accepted' };
  return { row: await requireSame(read, call, module), result: 'duplicate' };
}

function withoutCustomers({ find }: KnownReferences): KnownReferences {
  return { find: (kind, id) => (kind === 'customer' ? undefined : find(kind, id)) };
}

/** The sale that has the client_id: the same content, or the same sale as the till got it written while it was still on line. */
async function requireSame(
  { body, hash, totalMinor }: ReadSynced,
  call: Call,
  module: Pos,
): Promise<SaleRow> {
  const id = body.client_id.toLowerCase();
  const row = (await findSalesByClientId(module.store.of(call.tenant), call.tenant, [id])).get(id);
  if (!row)
    throw new Failure('SERVICE_UNAVAILABLE', 'The sale could not be written. Send the same request again.', {
      retryAfterSeconds: 1,
    });
  const isOnline = !row.offline && row.completed_at !== null && row.total === totalMinor;
  if (!isOnline && !row.content_hash?.equals(hash)) throw clientIdReused(row.id);
  return row;
}
