import { Trash2 } from 'lucide';
import type { AnswerOf } from '@cottontree/client';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useAct, useCall } from '../../../kit/data/queries.ts';
import { mode } from '../../../kit/data/session.ts';
import { momentText } from '../../../kit/format/time.ts';
import { Button, ButtonLink } from '../../../kit/parts/button.tsx';
import { Card } from '../../../kit/parts/card.tsx';
import { Confirm } from '../../../kit/parts/dialog.tsx';
import { at } from '../../paths.ts';
import { dataTexts as t } from './texts.ts';

type Erasure = AnswerOf<'getTestErasure'>['data'];

const LOOK_EVERY_MS = 2_000;

/** Begins test mode anew; in live mode it leads there. */
export function EraseTestCard(): VNode {
  if (mode.value === 'test') return <InTest />;
  return (
    <Card
      title={t.testTitle}
      end={
        <ButtonLink size="s" href={at('/settings/data', 'test')}>
          {t.toTest}
        </ButtonLink>
      }
    >
      <p>{t.testInLive}</p>
    </Card>
  );
}

function InTest(): VNode {
  const [runs, setRuns] = useState(false);
  const reading = useCall(client.getTestErasure, {}, runs ? { everyMs: LOOK_EVERY_MS } : {});
  const erasure = reading.answer?.data;
  const isRunning = erasure?.status === 'running';
  if (erasure !== undefined && isRunning !== runs) setRuns(isRunning);
  return (
    <Card title={t.testTitle}>
      <div class="stack">
        <p>{t.testText}</p>
        {erasure && <HowFar of={erasure} />}
        {!isRunning && <Asking />}
      </div>
    </Card>
  );
}

function Asking(): VNode {
  const merchant = useCall(client.getMerchant, {}).answer?.data;
  const erase = useAct(client.eraseTestData);
  const [asks, setAsks] = useState(false);
  async function go(name: string): Promise<void> {
    if (await erase.run({ body: { name } })) setAsks(false);
  }
  return (
    <>
      <div class="row wrap">
        <Button kind="danger" icon={Trash2} busy={merchant === undefined} onClick={() => setAsks(true)}>
          {t.eraseTest}
        </Button>
      </div>
      {asks && merchant && (
        <Confirm
          title={t.eraseTestAsk}
          consequences={[t.eraseTestForGood, t.eraseTestNoWrites, t.eraseTestPairing]}
          keep={t.keepTest}
          go={t.goEraseTest}
          word={merchant.name}
          busy={erase.busy}
          fault={erase.error?.message ?? null}
          onGo={() => go(merchant.name)}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}

/** Told to who listens as well. */
function HowFar({ of: erasure }: { readonly of: Erasure }): VNode | null {
  const { status, rows_found: found, rows_erased: erased } = erasure;
  if (status === 'none') return null;
  if (status === 'done')
    return (
      <p class="small quiet" role="status">
        {t.erasedBy(
          erasure.asked_by ?? '',
          momentText(erasure.finished_at ?? ''),
          erased.toLocaleString('en'),
        )}
      </p>
    );
  const most = Math.max(found ?? 0, erased);
  return (
    <div class="export-progress" role="status">
      <progress
        {...(found === null ? {} : { value: erased, max: Math.max(most, 1) })}
        aria-label={t.testTitle}
      />
      <p class="small">
        {t.erasing}{' '}
        <span class="quiet">
          {found === null
            ? t.counting
            : erased < most
              ? t.erasedSoFar(erased.toLocaleString('en'), most.toLocaleString('en'))
              : t.erasingLast}
        </span>
      </p>
    </div>
  );
}
