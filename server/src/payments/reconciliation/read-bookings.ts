import { currencies, isCurrency, RECONCILED_MAX, type Input, type Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { Failure, invalid } from '../../core/failure.ts';
import { mapInTurns } from '../../core/in-turns.ts';
import { readTime } from '../../core/read-time.ts';
import type { Payments } from '../open-payments.ts';
import type { ProviderPage } from '../providers/provider.ts';
import { contextOf } from '../providers/provider-context.ts';
import { readSomeMoney } from '../../core/read-figures.ts';
import type { Booking } from './match-bookings.ts';
import { readBookingsCsv, type BookingLine } from './read-bookings-csv.ts';

type Body = Input<Operations['createReconciliation']>['body'];
export type Bookings = {
  readonly source: 'json' | 'csv' | 'provider';
  readonly bookings: readonly Booking[];
};

const REF_CHARACTERS_MAX = 200;
/** After so many lines others get their turn. */
const LINES_A_TURN = 100;

/** The bookings that a request names, in whichever of the three ways. */
export async function readBookings(body: Body, call: Call, room: Payments): Promise<Bookings> {
  const ways = [body.transactions, body.csv, body.source].filter((way) => way !== undefined);
  if (ways.length !== 1)
    throw invalid({ path: 'transactions', message: 'or csv or source must be given, one of the three' });
  if (body.transactions !== undefined)
    return { source: 'json', bookings: await readLines(body.transactions, call, 'transactions') };
  if (body.csv !== undefined)
    return { source: 'csv', bookings: await readLines(await readBookingsCsv(body.csv), call, 'csv') };
  return { source: 'provider', bookings: await listThere(body, call, room) };
}

type Line = Omit<BookingLine, 'amount'> & { readonly amount: number | string };

function readLines(lines: readonly Line[], call: Call, name: string): Promise<readonly Booking[]> {
  return mapInTurns(lines, LINES_A_TURN, (line, place) => {
    const path = (field: string): string => `${name}[${place}].${field}`;
    const currency = line.currency ?? call.caller.merchant.currency;
    if (!isCurrency(currency))
      throw invalid({
        path: path('currency'),
        message: `must be one of ${Object.keys(currencies).join(', ')}`,
      });
    if (line.provider_ref.length > REF_CHARACTERS_MAX)
      throw invalid({
        path: path('provider_ref'),
        message: `must have at most ${REF_CHARACTERS_MAX} characters`,
      });
    return {
      ref: line.provider_ref,
      amountMinor: readSomeMoney(line.amount, { path: path('amount'), currency }),
      currency,
      at: readTime(line.at, { path: path('at'), call }),
    };
  });
}

/** What the provider itself lists since the moment asked for. */
async function listThere(
  { provider: id, since }: Body,
  call: Call,
  room: Payments,
): Promise<readonly Booking[]> {
  if (since === undefined) throw invalid({ path: 'since', message: 'is needed with source provider' });
  const from = readTime(since, { path: 'since', call });
  const account = (await room.accounts.inUse(call.tenant)).find(
    ({ provider }) => provider.id === id && provider.list !== undefined,
  );
  if (!account)
    throw invalid({
      path: 'source',
      message: `is not possible: ${id} lists no bookings, or you have no account there`,
    });
  const bookings: Booking[] = [];
  try {
    for (let cursor: string | null = null; ;) {
      const page: ProviderPage | undefined = await account.provider.list?.(
        contextOf(room, account, call.now),
        { since: from, cursor },
      );
      for (const { ref, amountMinor, currency, state, at } of page?.transactions ?? [])
        if (state === 'succeeded') bookings.push({ ref, amountMinor, currency, at });
      if (!page || page.cursor === null || page.cursor === cursor || bookings.length > RECONCILED_MAX) break;
      cursor = page.cursor;
    }
  } catch (error) {
    room.log.warn({ error, provider: id }, 'A provider did not list its bookings.');
    throw new Failure(
      'PROVIDER_UNAVAILABLE',
      `${id} did not list its bookings. Try again in a while, or send them as transactions or csv.`,
      { retryAfterSeconds: 30 },
    );
  }
  if (bookings.length > RECONCILED_MAX)
    throw new Failure(
      'TOO_MANY_ITEMS',
      `${id} lists more than ${RECONCILED_MAX} bookings since then. Ask for a later since.`,
      { details: { rows_max: RECONCILED_MAX } },
    );
  return bookings;
}
