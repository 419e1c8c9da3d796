import { Download } from 'lucide';
import type { VNode } from 'preact';
import { may, membership, mode } from '../../../kit/data/session.ts';
import { Button, ButtonLink } from '../../../kit/parts/button.tsx';
import { Card } from '../../../kit/parts/card.tsx';
import { Note } from '../../../kit/parts/note.tsx';
import { Empty } from '../../../kit/parts/states.tsx';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { EraseTestCard } from './erase-test-card.tsx';
import { pageNames } from '../page-names.ts';
import { settingsTexts } from '../texts.ts';
import { dataTexts as t } from './texts.ts';
import { useExport, type Exporting } from './use-export.ts';
import './data.css';

/** Everything that the merchant has, to take along; and where a person is erased. */
export function DataPage(): VNode {
  const isOwner = membership.value?.role === 'owner';
  return (
    <Page title={pageNames.data} crumbs={[[settingsTexts.settings, at('/settings')]]} lead={t.lead}>
      <div class="narrow stack">
        {isOwner ? <ExportCard /> : <Empty title={t.ownersOnly} text={t.ownersOnlyText} />}
        <Card
          title={t.eraseTitle}
          end={
            <ButtonLink size="s" href={at('/customers')}>
              {t.toCustomers}
            </ButtonLink>
          }
        >
          <p>{t.eraseText}</p>
        </Card>
        {may('data:erase') && <EraseTestCard />}
      </div>
    </Page>
  );
}

function ExportCard(): VNode {
  const { state, start, stop } = useExport();
  const runs = state.is === 'looking' || state.is === 'running';
  return (
    <Card title={t.exportTitle}>
      <div class="stack">
        <p>{t.exportText(mode.value === 'live' ? t.live : t.test)}</p>
        <Progress of={state} />
        <p class="small quiet">{runs ? t.keepOpen : t.private}</p>
        <div class="row wrap">
          {runs ? (
            <Button onClick={stop}>{t.stop}</Button>
          ) : (
            <Button kind="primary" icon={Download} onClick={() => void start()}>
              {state.is === 'failed' ? t.goOn : t.start}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

/** How far it is, told to who listens as well. */
function Progress({ of: state }: { readonly of: Exporting }): VNode | null {
  if (state.is === 'idle') return null;
  return (
    <div class="export-progress" role="status">
      {state.is === 'looking' && <p>{t.looking}</p>}
      {(state.is === 'running' || state.is === 'failed') && (
        <>
          <progress value={state.done} max={state.total} aria-label={t.exportTitle} />
          <p class="small">
            {t.progress(state.done, state.total)}
            {state.is === 'running' && <span class="quiet">. {t.now(state.name)}</span>}
          </p>
        </>
      )}
      {state.is === 'failed' && (
        <Note meaning="bad">
          {t.failed} <span class="mono small">{state.name}</span>: {state.reason}
        </Note>
      )}
      {state.is === 'done' && (
        <Note meaning="good">
          {t.ready} {t.size(state.files, state.megabytes)}
        </Note>
      )}
    </div>
  );
}
