import { CottontreeError } from '@cottontree/client';
import type { CashReport } from '@cottontree/contract';
import { Download, LockKeyhole, Printer } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { Loading } from '../../kit/parts/states.tsx';
import { locale } from '../../kit/text/locale.ts';
import { toast } from '../../kit/parts/toast.tsx';
import { saveFile } from '../../tools/save-file.ts';
import { client, faultOf } from '../data/api.ts';
import { isNoAnswer } from '../../tools/fault.ts';
import { currency, sumText } from '../data/money.tsx';
import { Panel } from '../pay/panel-frame.tsx';
import { printSlip } from '../receipt/print-receipt.ts';
import type { Slip } from '../receipt/slip.ts';
import { closeDrawer, closeHere } from '../state/drawer.ts';
import { countedHere, keepCount } from '../state/keep-count.ts';
import { goHome } from '../state/place.ts';
import { isOnline, outbox, unsent } from '../state/sending.ts';
import { drawer, may } from '../state/signals.ts';
import { t } from '../texts.ts';
import { CountCash } from './count-cash.tsx';
import { countedMinor, type Counted } from './counted.ts';
import { countSlip, ownFigures } from './own-figures.ts';
import { Figures, ReportFigures } from './report-figures.tsx';
import { reportSlip } from './report-slip.ts';
import { useDay, type Day } from './use-day.ts';
import { useDoubts } from './use-doubts.ts';
import './day.css';

type Over = { readonly report: CashReport } | { readonly slip: Slip };

/** The drawer of the day: what it should hold, what it holds, and the Z report that closes it. */
export function DayPage(): VNode {
  const [over, setOver] = useState<Over | null>(null);
  const counted = countedHere();
  const [asking, setAsking] = useState<'unsent' | 'doubt' | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const day = useDay();
  if (over) return <Closed over={over} />;
  const inDrawer = countedMinor(counted);
  async function act(work: () => Promise<Over>): Promise<void> {
    setBusy(true);
    setFault('');
    try {
      const done = await work();
      setAsking(null);
      setOver(done);
      await printSlip('report' in done ? reportSlip(done.report) : done.slip);
    } catch (error) {
      if (error instanceof CottontreeError && error.code === 'UNSYNCED_SALES') setAsking('unsent');
      else setFault(faultOf(error));
    }
    setBusy(false);
  }
  const close = (force: boolean) =>
    act(async () => {
      try {
        return { report: await closeDrawer({ counted, unsent: unsent.value, force }) };
      } catch (error) {
        // The network went between counting and closing.
        if (isNoAnswer(error) && !force) return closeWithout(counted);
        throw error;
      }
    });
  const goOn = (): void => {
    setAsking(null);
    if (!isOnline.value) void act(() => closeWithout(counted));
    else if (unsent.value > 0) {
      outbox.value?.sendNow();
      setAsking('unsent');
    } else void close(false);
  };
  const doubts = useDoubts();
  const button = (
    <Button
      kind="primary"
      class="panel-act"
      icon={LockKeyhole}
      busy={busy}
      off={(!may('close_session') && t.mayNotClose) || (inDrawer === null && t.countFirst)}
      onClick={() => (doubts.length > 0 ? setAsking('doubt') : goOn())}
    >
      {isOnline.value ? t.closeAndPrint : t.closeHere}
    </Button>
  );
  return (
    <Panel title={t.closeDay} act={day.source === 'asking' ? undefined : button}>
      <DayFigures day={day} counted={counted} onCounted={keepCount} fault={fault} />
      {asking === 'doubt' && (
        <Confirm
          title={t.doubtTitle}
          consequences={[...doubts, t.doubtAtClose]}
          keep={t.closeLater}
          go={t.closeAnyway}
          onGo={goOn}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'unsent' && (
        <Confirm
          title={t.unsentTitle(unsent.value)}
          consequences={[t.force1, t.force2]}
          keep={t.waitForNetwork}
          go={t.closeAnyway}
          busy={busy}
          fault={fault === '' ? null : fault}
          onGo={() => close(true)}
          onClose={() => setAsking(null)}
        />
      )}
    </Panel>
  );
}

async function closeWithout(counted: Counted): Promise<Over> {
  const { openedAt = '', tally } = drawer.value ?? {};
  const slip = countSlip({
    tally,
    openedAt,
    countedMinor: countedMinor(counted) ?? 0,
    at: new Date().toISOString(),
  });
  await closeHere(counted);
  return { slip };
}

type FiguresProps = {
  readonly day: Day;
  readonly counted: Counted;
  readonly onCounted: (next: Counted) => void;
  readonly fault: string;
};

function DayFigures({ day, counted, onCounted, fault }: FiguresProps): VNode {
  const inDrawer = countedMinor(counted);
  const { expectedMinor: expected, source, report } = day;
  const difference = inDrawer === null || expected === null ? null : inDrawer - expected;
  const told = fault === '' ? day.fault : fault;
  const tally = drawer.value?.tally;
  return (
    <>
      {source === 'asking' && told === '' && <Loading />}
      {source === 'own' && <Note meaning="wait">{expected === null ? t.ownUnknown : t.ownFigures}</Note>}
      {source === 'server' && unsent.value > 0 && <Note meaning="wait">{t.unsentAtClose(unsent.value)}</Note>}
      {source !== 'asking' && <CountCash counted={counted} onCounted={onCounted} />}
      {expected !== null && (
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
      {told !== '' && (
        <p class="fault" role="alert">
          {told}
        </p>
      )}
      {report && <ReportFigures report={report} />}
      {source === 'own' && tally && <Figures groups={[ownFigures(tally)]} currency={currency.value} />}
    </>
  );
}

function differenceText(minor: number): string {
  if (minor === 0) return t.agrees;
  return minor > 0 ? t.tooMuchCash(sumText(minor)) : t.tooLittleCash(sumText(-minor));
}

/** To be kept, mailed and signed; the printer's slip stays the one that needs no network. */
async function saveReport({ cash_session_id: id, kind, number }: CashReport): Promise<void> {
  try {
    const { data } = await client.getCashReportPdf({ params: { id }, query: { lang: locale.value } });
    saveFile(data, `${kind} ${number ?? ''} ${id}.pdf`);
  } catch (error) {
    toast(faultOf(error));
  }
}

function Closed({ over }: { readonly over: Over }): VNode {
  const isReport = 'report' in over;
  const act = (
    <div class="row wrap closed-acts">
      <Button
        class="grow"
        icon={Printer}
        onClick={() => void printSlip(isReport ? reportSlip(over.report) : over.slip)}
      >
        {t.printReport}
      </Button>
      {isReport && (
        <Button class="grow" icon={Download} onClick={() => void saveReport(over.report)}>
          {t.reportPdf}
        </Button>
      )}
      <Button class="grow" kind="primary" onClick={() => goHome()}>
        {t.done}
      </Button>
    </div>
  );
  const title = isReport ? t.zReport(over.report.number ?? 0) : t.closedHere;
  return (
    <Panel title={title} act={act} back={() => goHome()}>
      {isReport ? <ReportFigures report={over.report} /> : <Note meaning="wait">{t.closedHereMore}</Note>}
    </Panel>
  );
}
