import { Printer } from 'lucide';
import type { VNode } from 'preact';
import { Button } from '../../kit/parts/button.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { Loading } from '../../kit/parts/states.tsx';
import { currency } from '../data/money.tsx';
import { Panel } from '../pay/panel-frame.tsx';
import { printSlip } from '../receipt/print-receipt.ts';
import type { Slip } from '../receipt/slip.ts';
import { drawer, session, terminal } from '../state/signals.ts';
import { t } from '../texts.ts';
import { ownFigures } from './own-figures.ts';
import { Figures, groupLines, ReportFigures } from './report-figures.tsx';
import { reportSlip } from './report-slip.ts';
import { useDay } from './use-day.ts';
import './day.css';

/** The figures as they stand, which nothing closes. */
export function XPage(): VNode {
  const { report, source, fault } = useDay();
  const tally = drawer.value?.tally;
  const slip = report ? reportSlip(report) : tally ? ownSlip() : null;
  const act = (
    <Button
      class="panel-act"
      icon={Printer}
      off={slip === null && t.ownUnknown}
      onClick={() => slip && void printSlip(slip)}
    >
      {t.printX}
    </Button>
  );
  return (
    <Panel title={t.xReport} act={act}>
      {source === 'asking' && fault === '' && <Loading />}
      {fault !== '' && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      {source === 'own' && <Note meaning="wait">{tally ? t.ownFigures : t.ownUnknown}</Note>}
      {report && <ReportFigures report={report} />}
      {source === 'own' && tally && <Figures groups={[ownFigures(tally)]} currency={currency.value} />}
    </Panel>
  );
}

function ownSlip(): Slip | null {
  const tally = drawer.value?.tally;
  if (!tally) return null;
  return {
    title: t.xReport,
    head: [terminal.value?.name ?? '', session.value?.name ?? ''],
    banners: [],
    parts: [groupLines(ownFigures(tally), currency.value)],
    foot: [t.ownFigures],
    qr: null,
  };
}
