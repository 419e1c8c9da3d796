import type { Data, Operations } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useAct, useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { momentText } from '../../../kit/format/time.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { Card } from '../../../kit/parts/card.tsx';
import { Confirm } from '../../../kit/parts/dialog.tsx';
import { Input } from '../../../kit/parts/input.tsx';
import { Loading, Problem } from '../../../kit/parts/states.tsx';
import { Status } from '../../../kit/parts/status.tsx';
import { at } from '../../paths.ts';
import type { PageProps } from '../../place.ts';
import { Page } from '../../shell/page.tsx';
import { useNames, type Names } from '../names.ts';
import { byId } from '../when.ts';
import { itemName } from './stock-parts.tsx';
import { stockTexts as t } from './texts.ts';
import '../till.css';

type Transfer = Data<Operations['getStockTransfer']>;

/** One transfer: what was sent, what arrived, and the acts of whoever receives it. */
export function TransferPage({ params }: PageProps): VNode {
  const { answer, error, again } = useCall(client.getStockTransfer, byId(params['id'] ?? ''));
  const names = useNames();
  const transfer = answer?.data;
  const crumbs = [
    [t.title, at('/till/stock')],
    [t.transfers, at('/till/stock/transfers')],
  ] as const;
  if (!transfer)
    return (
      <Page title={t.transfers} crumbs={crumbs} bare>
        {error ? <Problem error={error} again={again} /> : <Loading kind="detail" />}
      </Page>
    );
  const isOpen = transfer.status === 'sent' && may('inventory:write');
  return (
    <Page
      title={t.transferOf(names.location(transfer.from_location_id), names.location(transfer.to_location_id))}
      crumbs={crumbs}
      badge={<Status of="stock_transfer" status={transfer.status} pill />}
      lead={leadOf(transfer)}
      acts={isOpen && <TakeBack transfer={transfer} names={names} />}
    >
      <div class="narrow">
        <Items transfer={transfer} isOpen={isOpen} />
      </div>
    </Page>
  );
}

function leadOf({ sent_at, received_at, cancelled_at, note }: Transfer): string {
  return [
    `${t.wasSent} ${momentText(sent_at)}`,
    received_at && `${t.wasReceived} ${momentText(received_at)}`,
    cancelled_at && `${t.wasCancelled} ${momentText(cancelled_at)}`,
    note,
  ]
    .filter(Boolean)
    .join('. ');
}

function Items({ transfer, isOpen }: { readonly transfer: Transfer; readonly isOpen: boolean }): VNode {
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({});
  const [note, setNote] = useState('');
  const act = useAct(client.receiveStockTransfer);
  const arrivedOf = (item: Transfer['items'][number]): number => {
    const text = typed[item.line];
    return text === undefined ? item.quantity : Number(text) || 0;
  };
  const missing = transfer.items.reduce((sum, item) => sum + item.quantity - arrivedOf(item), 0);
  async function receive(): Promise<void> {
    const items = transfer.items.map((item) => ({ line: item.line, received: arrivedOf(item) }));
    await act.run({
      params: { id: transfer.id },
      body: { items, ...(missing > 0 && note.trim() ? { note: note.trim() } : {}) },
    });
  }
  return (
    <Card title={t.arrived} bare>
      <ul class="till-lines">
        {transfer.items.map((item) => (
          <li key={item.line}>
            <span class="till-count figures">{item.quantity.toLocaleString('en')}</span>
            <span class="grow">
              {itemName(item)}
              <small>
                {item.received !== null && item.received < item.quantity
                  ? t.lost((item.quantity - item.received).toLocaleString('en'))
                  : item.sku}
              </small>
            </span>
            {isOpen ? (
              <Input
                type="text"
                class="input till-quantity"
                inputMode="decimal"
                aria-label={`${t.arrived}, ${itemName(item)}`}
                value={typed[item.line] ?? String(item.quantity)}
                onText={(text) => setTyped({ ...typed, [item.line]: text })}
              />
            ) : (
              <b class="figures">{item.received?.toLocaleString('en') ?? ''}</b>
            )}
          </li>
        ))}
      </ul>
      {isOpen && (
        <div class="inside stack">
          {missing > 0 && (
            <>
              <p class="fault">{t.missingTold(missing.toLocaleString('en'))}</p>
              <label class="field">
                <span>{t.whatHappened}</span>
                <Input type="text" class="input" maxLength={500} value={note} onText={setNote} />
              </label>
            </>
          )}
          {act.error && (
            <p class="fault" role="alert">
              {act.error.message}
            </p>
          )}
          <Button kind="primary" wide busy={act.busy} onClick={() => void receive()}>
            {missing > 0 ? t.receiveSome(missing.toLocaleString('en')) : t.receiveIt}
          </Button>
        </div>
      )}
    </Card>
  );
}

function TakeBack({ transfer, names }: { readonly transfer: Transfer; readonly names: Names }): VNode {
  const [asking, setAsking] = useState(false);
  const act = useAct(client.cancelStockTransfer);
  const pieces = transfer.items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {t.takeBack}
      </Button>
      {asking && (
        <Confirm
          title={t.takeBackTitle}
          consequences={[t.takeBack1(pieces, names.location(transfer.from_location_id))]}
          keep={t.keepTransfer}
          go={t.takeBack}
          busy={act.busy}
          fault={act.error?.message ?? null}
          onGo={async () => {
            if (await act.run({ params: { id: transfer.id }, body: {} })) setAsking(false);
          }}
          onClose={() => {
            act.reset();
            setAsking(false);
          }}
        />
      )}
    </>
  );
}
