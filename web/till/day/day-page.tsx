import { CottontreeError } from '@cottontree/client';
import type { CashReport } from '@cottontree/contract';
import { LockKeyhole, Printer } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { Loading } from '../../kit/parts/states.tsx';
import { client, faultOf } from '../data/api.ts';
import { sumText } from '../data/money.tsx';
import { Panel } from '../pay/panel-frame.tsx';
import { minorOf } from '../cart/line-of.ts';
import { printSlip } from '../receipt/print-receipt.ts';
import { closeDrawer } from '../state/drawer.ts';
import { goHome } from '../state/place.ts';
import { outbox, unsent } from '../state/sending.ts';
import { drawer, may } from '../state/signals.ts';
import { t } from '../texts.ts';
import { CountCash } from './count-cash.tsx';
import { countedMinor, type Counted } from './counted.ts';
import { ReportFigures } from './report-figures.tsx';
import { reportSlip } from './report-slip.ts';
import './day.css';

/** The drawer of the day: what it should hold, what it holds, and the Z report that closes it. */
export function DayPage(): VNode {
  const [report, setReport] = useState<CashReport | null>(null);
  const [counted, setCounted] = useState<Counted>({ total: null, notes: {} });
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const id = drawer.value?.id;
  useEffect(() => {
    if (id === undefined) return;
    void client
      .getCashReport({ params: { id } })
      .then(({ data }) => setReport(data))
      .catch((error: unknown) => setFault(faultOf(error)));
  }, [id, unsent.value]);
  if (report?.kind === 'Z') return <Closed report={report} />;
  const cash = report?.tenders.find(({ tender }) => tender === 'cash');
  const expected = report ? minorOf(Math.max(0, cash?.expected ?? 0), report.currency) : 0;
  const inDrawer = countedMinor(counted);
  const difference = inDrawer === null ? null : inDrawer - expected;
  async function close(force: boolean): Promise<void> {
    setBusy(true);
    setFault('');
    try {
      const made = await closeDrawer({ counted, unsent: unsent.value, force });
      setAsking(false);
      setReport(made);
      await printSlip(reportSlip(made));
    } catch (error) {
      if (error instanceof CottontreeError && error.code === 'UNSYNCED_SALES') setAsking(true);
      else setFault(faultOf(error));
    }
    setBusy(false);
  }
  const act = (
    <Button
      kind="primary"
      class="panel-act"
      icon={LockKeyhole}
      busy={busy}
      off={(!may('close_session') && t.mayNotClose) || (difference === null && t.countFirst)}
      onClick={() => (unsent.value > 0 ? (outbox.value?.sendNow(), setAsking(true)) : void close(false))}
    >
      {t.closeAndPrint}
    </Button>
  );
  return (
    <Panel title={t.closeDay} act={report ? act : undefined}>
      {!report && fault === '' && <Loading />}
      {unsent.value > 0 && <Note meaning="wait">{t.unsentAtClose(unsent.value)}</Note>}
      {report && <CountCash counted={counted} onCounted={setCounted} />}
      {report && (
        <p
          class={`difference ${difference === null ? 'idle' : difference === 0 ? 'good' : 'bad'}`}
          role="status"
        >
          <span>
            {t.expected} {sumText(expected)}
          </span>
          <b>{difference === null ? t.countFirst : differenceText(difference)}</b>
        </p>
      )}
      {fault !== '' && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      {report && <ReportFigures report={report} />}
      {asking && (
        <Confirm
          title={t.unsentTitle(unsent.value)}
          consequences={[t.force1, t.force2]}
          keep={t.waitForNetwork}
          go={t.closeAnyway}
          busy={busy}
          fault={fault === '' ? null : fault}
          onGo={() => close(true)}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  );
}

function differenceText(minor: number): string {
  if (minor === 0) return t.agrees;
  return minor > 0 ? t.tooMuchCash(sumText(minor)) : t.tooLittleCash(sumText(-minor));
}

function Closed({ report }: { readonly report: CashReport }): VNode {
  const act = (
    <div class="row">
      <Button class="grow" icon={Printer} onClick={() => void printSlip(reportSlip(report))}>
        {t.printReport}
      </Button>
      <Button class="grow" kind="primary" onClick={() => goHome()}>
        {t.done}
      </Button>
    </div>
  );
  return (
    <Panel title={t.zReport(report.number ?? 0)} act={act} back={() => goHome()}>
      <ReportFigures report={report} />
    </Panel>
  );
}
