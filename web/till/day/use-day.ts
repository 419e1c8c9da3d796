import type { CashReport } from '@cottontree/contract';
import { useEffect, useState } from 'preact/hooks';
import { client, faultOf } from '../data/api.ts';
import { isNoAnswer } from '../../tools/fault.ts';
import { isOnline, unsent } from '../state/sending.ts';
import { drawer } from '../state/signals.ts';
import { signedMinorOf } from '../cart/line-of.ts';
import { expectedMinor } from './tally.ts';

/** What the drawer should hold: by the server where it can be asked, else by this till's own figures. */
export type Day = {
  /** null: the server was not asked, or did not answer yet. */
  readonly report: CashReport | null;
  /** null: nobody knows here. */
  readonly expectedMinor: number | null;
  readonly source: 'asking' | 'server' | 'own';
  readonly fault: string;
};

export function useDay(): Day {
  const [report, setReport] = useState<CashReport | null>(null);
  const [fault, setFault] = useState('');
  const [away, setAway] = useState(!isOnline.value);
  const id = drawer.value?.id;
  const tally = drawer.value?.tally;
  // A drawer whose opening is unsent is known here alone.
  const own = away || !isOnline.value || (tally !== undefined && unsent.value > 0);
  useEffect(() => {
    if (id === undefined || own) return;
    void client
      .getCashReport({ params: { id } })
      .then(({ data }) => setReport(data))
      .catch((error: unknown) => (isNoAnswer(error) ? setAway(true) : setFault(faultOf(error))));
  }, [id, own, unsent.value]);
  useEffect(() => void (isOnline.value && setAway(false)), [isOnline.value]);
  if (own) return { report: null, expectedMinor: tally ? expectedMinor(tally) : null, source: 'own', fault };
  const cash = report?.tenders.find(({ tender }) => tender === 'cash');
  return {
    report,
    expectedMinor: report ? signedMinorOf(cash?.expected ?? 0, report.currency) : null,
    source: report ? 'server' : 'asking',
    fault,
  };
}
