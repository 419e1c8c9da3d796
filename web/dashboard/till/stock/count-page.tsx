import type { Data, Operations } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useAct, useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { momentText } from '../../../kit/format/time.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { Confirm } from '../../../kit/parts/dialog.tsx';
import { Loading, Problem } from '../../../kit/parts/states.tsx';
import { Status } from '../../../kit/parts/status.tsx';
import { at } from '../../paths.ts';
import type { PageProps } from '../../place.ts';
import { Page } from '../../shell/page.tsx';
import { Figure } from '../figure.tsx';
import { useNames } from '../names.ts';
import { byId } from '../when.ts';
import { CountLines } from './count-lines.tsx';
import { stockTexts as t } from './texts.ts';
import '../till.css';

type Count = Data<Operations['getStockCount']>;

/** One stocktaking: what was found beside what should be there, and the act that moves the difference. */
export function CountPage({ params }: PageProps): VNode {
  const { id = '' } = params;
  const { answer, error, again } = useCall(client.getStockCount, byId(id));
  const names = useNames();
  const count = answer?.data;
  const crumbs = [
    [t.title, at('/till/stock')],
    [t.counts, at('/till/stock/counts')],
  ] as const;
  if (!count)
    return (
      <Page title={t.counts} crumbs={crumbs} bare>
        {error ? <Problem error={error} again={again} /> : <Loading kind="detail" />}
      </Page>
    );
  return (
    <Page
      title={t.countOf(momentText(count.created_at))}
      crumbs={crumbs}
      badge={<Status of="stock_count" status={count.status} pill />}
      lead={[names.location(count.location_id), count.note].filter(Boolean).join('. ')}
      acts={count.status === 'open' && may('inventory:write') && <CountActs count={count} />}
    >
      <Figure label={t.difference} more={t.countedOf(count.counted, count.lines)}>
        {t.different(count.different)}
      </Figure>
      <CountLines count={count} />
    </Page>
  );
}

function CountActs({ count }: { readonly count: Count }): VNode {
  const [asking, setAsking] = useState<'submit' | 'cancel' | null>(null);
  const submit = useAct(client.submitStockCount);
  const cancel = useAct(client.cancelStockCount);
  const params = { id: count.id };
  const moved = submit.error?.code === 'STOCK_CHANGED';
  const close = (): void => {
    submit.reset();
    cancel.reset();
    setAsking(null);
  };
  return (
    <>
      <Button kind="danger" onClick={() => setAsking('cancel')}>
        {t.cancelCount}
      </Button>
      <Button kind="primary" onClick={() => setAsking('submit')}>
        {t.submit}
      </Button>
      {asking === 'submit' && (
        <Confirm
          title={t.submitTitle}
          consequences={[
            t.submit1(count.different),
            ...(count.lines > count.counted ? [t.submit2(count.lines - count.counted)] : []),
            t.submit3,
          ]}
          keep={t.keepCounting}
          go={moved ? t.forceGo : t.submit}
          busy={submit.busy}
          fault={moved ? t.forceTold : (submit.error?.message ?? null)}
          onGo={async () => {
            if (await submit.run({ params, body: moved ? { force: true } : {} })) close();
          }}
          onClose={close}
        />
      )}
      {asking === 'cancel' && (
        <Confirm
          title={t.cancelCountTitle}
          consequences={[t.cancelCount1(count.counted)]}
          keep={t.keepCounting}
          go={t.cancelCount}
          busy={cancel.busy}
          fault={cancel.error?.message ?? null}
          onGo={async () => {
            if (await cancel.run({ params, body: {} })) close();
          }}
          onClose={close}
        />
      )}
    </>
  );
}
