import { momentText } from '../../kit/format/time.ts';
import { currency, figureText, major } from '../data/money.tsx';
import type { Slip } from '../receipt/slip.ts';
import { session, terminal } from '../state/signals.ts';
import { t } from '../texts.ts';
import { groupLines, type FigureGroup, type FigureRow } from './report-figures.tsx';
import { expectedMinor, type Tally } from './tally.ts';

/** What a drawer should hold as this till knows it, for the screen. */
export function ownFigures(tally: Tally): FigureGroup {
  const some = (name: string, minor: number): readonly FigureRow[] =>
    minor === 0 ? [] : [[name, major(minor)]];
  return {
    title: t.cash,
    rows: [
      ...some(t.float, tally.floatMinor),
      ...some(t.sales, tally.salesMinor),
      ...some(t.refunds, -tally.refundsMinor),
      ...some(t.putIn, tally.payInMinor),
      ...some(t.takenOut, -tally.payOutMinor),
      ...some(t.toSafe, -tally.dropMinor),
      [t.expected, major(expectedMinor(tally))],
    ],
  };
}

type Counting = {
  readonly tally: Tally | undefined;
  readonly openedAt: string;
  readonly countedMinor: number;
  readonly at: string;
};

/** What was counted without a network, on paper until the Z report comes. */
export function countSlip({ tally, openedAt, countedMinor, at }: Counting): Slip {
  const row = (left: string, minor: number) => ({ left, right: figureText(minor) });
  return {
    title: t.countSlip,
    head: [terminal.value?.name ?? '', session.value?.name ?? ''],
    banners: [],
    parts: [
      [
        { left: t.openedAt, right: momentText(openedAt) },
        { left: t.closedAt, right: momentText(at) },
      ],
      [
        ...(tally ? groupLines(ownFigures(tally), currency.value) : []),
        row(t.counted, countedMinor),
        ...(tally ? [row(t.difference, countedMinor - expectedMinor(tally))] : []),
      ],
    ],
    foot: [t.closedHereMore],
    qr: null,
  };
}
