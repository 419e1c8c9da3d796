import type { DispatchDelivery } from '@cottontree/contract';
import type { VNode } from 'preact';
import { CloudOff, ListChecks, Map as MapIcon } from 'lucide';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { timeText } from '../../kit/format/time.ts';
import { useAddress } from '../../kit/list/address.ts';
import { BulkBar } from '../../kit/list/bulk-bar.tsx';
import { Filters } from '../../kit/list/filters.tsx';
import { SearchField } from '../../kit/list/list-tools.tsx';
import { Button } from '../../kit/parts/button.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { Problem } from '../../kit/parts/states.tsx';
import { mapTexts } from '../map/texts.ts';
import { at, livemode } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { BoardColumn } from './board-column.tsx';
import { BoardMap } from './board-map.tsx';
import { boardFilters, JOB_NUMBER } from './board-filters.ts';
import { UNDER_WAY } from './job.ts';
import { JobPanel } from './job-panel.tsx';
import { usePicking } from './use-picking.ts';
import { useMapShown } from './use-map-shown.ts';
import { boardTexts as t } from './texts.ts';
import './board.css';

const EVERY_MS = 15_000;
const LATE_MAX = 100;

/** What is under way, a column for each status, the late ones first; one of them opened beside it. */
export function BoardPage(): VNode {
  const { query, hrefWith, change } = useAddress();
  const { route } = useLocation();
  const [assigning, setAssigning] = useState<readonly DispatchDelivery[]>([]);
  const picking = usePicking();
  const assignOne = (job: DispatchDelivery): void => setAssigning([job]);
  const narrowed = {
    livemode: livemode(),
    ...(query['merchant_id'] ? { merchant_id: query['merchant_id'] } : {}),
    ...(query['driver_id'] ? { driver_id: query['driver_id'] } : {}),
    ...(query['zone'] ? { zone: query['zone'] } : {}),
  };
  const counts = useCall(client.getDispatchBoard, { query: { livemode: livemode() } }, { everyMs: EVERY_MS });
  const late = useCall(
    client.listDispatchDeliveries,
    { query: { ...narrowed, late: true, limit: LATE_MAX } },
    { everyMs: EVERY_MS },
  );
  const open = query['job'];
  const map = useMapShown();
  const word = query['find'] ?? '';
  const panel = open && (
    <JobPanel jobNumber={open} closeHref={hrefWith({ job: null })} assign={assignOne} key={open} />
  );
  return (
    <Page title={t.board} bare>
      <div class={`board-frame ${map.isShown ? 'with-map' : open ? 'with-job' : ''}`}>
        <div class="board-left">
          <div class="list-tools">
            <SearchField
              placeholder={t.findHint}
              value={word}
              set={(text) =>
                text !== null && JOB_NUMBER.test(text)
                  ? route(at(`/jobs/${text.toUpperCase()}`))
                  : change({ find: text })
              }
            />
            <Filters filters={boardFilters()} />
            <Button icon={MapIcon} pressed={map.isShown} onClick={map.turn}>
              {mapTexts.map}
            </Button>
            {may('dispatch:write') && (
              <Button icon={ListChecks} pressed={picking.isOn} onClick={picking.turn}>
                {t.chooseSeveral}
              </Button>
            )}
          </div>
          {counts.error && !counts.answer && <Problem error={counts.error} again={counts.again} />}
          {counts.error && counts.answer && (
            <Note meaning="bad" icon={CloudOff}>
              <b>{t.asOf(timeText(counts.updatedAtMs))}</b> {counts.error.message}
            </Note>
          )}
          <div class="board">
            {UNDER_WAY.map((status) => (
              <BoardColumn
                key={status}
                status={status}
                narrowed={narrowed}
                word={word}
                late={late.answer?.data ?? []}
                open={open}
                hrefOf={(job) => hrefWith({ job: job.job_number })}
                assign={assignOne}
                picking={picking}
              />
            ))}
          </div>
          <BulkBar count={picking.jobs.length} clear={picking.clear}>
            <Button onClick={() => setAssigning(picking.jobs)}>{t.assignSelected}</Button>
          </BulkBar>
        </div>
        {map.isShown ? (
          <BoardMap
            narrowed={narrowed}
            late={late.answer?.data ?? []}
            open={open}
            hrefOf={(job) => hrefWith({ job })}
          >
            {panel}
          </BoardMap>
        ) : (
          panel
        )}
      </div>
      {assigning.length > 0 && (
        <AssignDialog jobs={assigning} onClose={() => setAssigning([])} done={picking.clear} />
      )}
    </Page>
  );
}
