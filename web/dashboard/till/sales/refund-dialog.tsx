import { Minus, Plus } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useAct } from '../../../kit/data/queries.ts';
import { currencySign, decimalsOf, moneyText } from '../../../kit/format/money.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { Confirm } from '../../../kit/parts/dialog.tsx';
import { Input } from '../../../kit/parts/input.tsx';
import { Segmented } from '../../../kit/parts/tabs.tsx';
import { toast } from '../../../kit/parts/toast.tsx';
import { tenderText, tillTexts } from '../texts.ts';
import type { Refunding, Sale } from './sale.ts';
import { salesTexts as t } from './texts.ts';

type Tender = 'original' | 'cash';

type Choice = {
  readonly quantity: number;
  readonly amount: string;
  readonly restock: boolean;
  readonly tip: boolean;
  readonly tender: Tender;
  readonly reason: string;
};

/** Asks before money goes back: how much, which way, and what happens to the goods stand there first. */
export function RefundDialog({
  sale,
  refunding,
  onClose,
}: {
  readonly sale: Sale;
  readonly refunding: Refunding;
  readonly onClose: () => void;
}): VNode {
  const item =
    typeof refunding === 'object' ? sale.items.find(({ line }) => line === refunding.line) : undefined;
  const most = item ? item.quantity - item.quantity_refunded : 0;
  // The same refund sent again is answered again: one name for all tries of this dialog.
  const [clientId] = useState(() => crypto.randomUUID());
  const [choice, setChoice] = useState<Choice>({
    quantity: most,
    amount: '',
    restock: item ? item.variant_id !== null : refunding === 'everything',
    tip: false,
    tender: 'original',
    reason: '',
  });
  const act = useAct(client.refundSale);
  const set = (patch: Partial<Choice>): void => setChoice({ ...choice, ...patch });
  const sum = sumOf(sale, { refunding, choice });
  const said = moneyText(sum, sale.currency);

  async function go(): Promise<void> {
    const { quantity, restock, tender, reason, tip, amount } = choice;
    const what =
      typeof refunding === 'object'
        ? { items: [{ line: refunding.line, quantity, restock }] }
        : refunding === 'everything'
          ? { everything: true as const, restock }
          : { amount: amount.replaceAll(',', ''), tip };
    const done = await act.run({
      params: { id: sale.id },
      body: { client_id: clientId, ...what, tender, ...(reason.trim() ? { reason: reason.trim() } : {}) },
    });
    if (!done) return;
    toast(t.refunded(moneyText(done.data.amount, sale.currency)));
    onClose();
  }
  return (
    <Confirm
      title={t.refundTitle(item?.name ?? t.refundWhole)}
      consequences={consequencesOf(sale, { refunding, choice, said, sum })}
      keep={t.keepSale}
      go={t.refundGo(said)}
      onGo={go}
      onClose={onClose}
      busy={act.busy}
      fault={act.error?.message ?? null}
    >
      <RefundFields sale={sale} refunding={refunding} choice={choice} set={set} />
    </Confirm>
  );
}

type FieldsProps = {
  readonly sale: Sale;
  readonly refunding: Refunding;
  readonly choice: Choice;
  readonly set: (patch: Partial<Choice>) => void;
};

function RefundFields({ sale, refunding, choice, set }: FieldsProps): VNode {
  const item =
    typeof refunding === 'object' ? sale.items.find(({ line }) => line === refunding.line) : undefined;
  const most = item ? item.quantity - item.quantity_refunded : 0;
  return (
    <>
      {item && most !== 1 && (
        <Stepper value={choice.quantity} most={most} change={(quantity) => set({ quantity })} />
      )}
      {refunding === 'amount' && (
        <label class="field">
          <span>{tillTexts.amount}</span>
          <span class="input-frame">
            <span class="before">{currencySign(sale.currency)}</span>
            <Input
              type="text"
              class="input bare"
              currency={sale.currency}
              placeholder="0.00"
              value={choice.amount}
              onText={(amount) => set({ amount })}
            />
          </span>
        </label>
      )}
      {refunding !== 'amount' && (item === undefined || item.variant_id !== null) && (
        <Toggle
          label={t.shelf}
          hint={t.shelfHint}
          on={choice.restock}
          change={(restock) => set({ restock })}
        />
      )}
      {refunding === 'amount' && Number(sale.tip) > 0 && (
        <Toggle label={t.withTip} on={choice.tip} change={(tip) => set({ tip })} />
      )}
      {waysOf(sale).some((way) => way !== 'cash') && (
        <div class="field">
          <span>{t.moneyBack}</span>
          <Segmented
            label={t.moneyBack}
            options={[
              ['original', t.original],
              ['cash', t.inCash],
            ]}
            value={choice.tender}
            onChange={(tender) => set({ tender })}
          />
        </div>
      )}
      <label class="field">
        <span>{t.whyRefund}</span>
        <Input
          type="text"
          class="input"
          maxLength={500}
          value={choice.reason}
          onText={(reason) => set({ reason })}
        />
      </label>
    </>
  );
}

type Asked = { readonly refunding: Refunding; readonly choice: Choice };

/** Which ways money came that was kept. */
function waysOf(sale: Sale): readonly string[] {
  return [
    ...new Set(sale.payments.filter(({ verdict }) => verdict === 'kept').map(({ channel }) => channel)),
  ];
}

/** What goes back: of a line the rounded share of all that came back of it, less what went back before. */
function sumOf(sale: Sale, { refunding, choice }: Asked): number {
  const left = Number(sale.total) + Number(sale.cash_rounding) - Number(sale.amount_refunded);
  if (refunding === 'everything') return left;
  if (refunding === 'amount') return Number(choice.amount.replaceAll(',', '')) || 0;
  const item = sale.items.find(({ line }) => line === refunding.line);
  if (!item) return 0;
  const unit = 10 ** decimalsOf(sale.currency);
  const share = (quantity: number): number =>
    Math.round(((Number(item.total) * quantity) / item.quantity) * unit);
  return (share(item.quantity_refunded + choice.quantity) - share(item.quantity_refunded)) / unit;
}

function consequencesOf(
  sale: Sale,
  { refunding, choice, said, sum }: Asked & { readonly said: string; readonly sum: number },
): string[] {
  const ways = waysOf(sale);
  const other = ways.filter((way) => way !== 'cash' && way !== 'external');
  const how =
    choice.tender === 'cash' || ways.every((way) => way === 'cash')
      ? t.goesInCash
      : other.length > 0
        ? t.goesBy(other.map(tenderText).join(', '))
        : ways.includes('cash')
          ? t.goesBy(ways.map(tenderText).join(', '))
          : t.goesElsewhere;
  // Service charge and rounded cash come back by their share as well, which the server reckons.
  const rough =
    typeof refunding === 'object' && (Number(sale.service_charge) > 0 || Number(sale.cash_rounding) !== 0);
  const item =
    typeof refunding === 'object' ? sale.items.find(({ line }) => line === refunding.line) : undefined;
  const left = Number(sale.total) + Number(sale.cash_rounding) - Number(sale.amount_refunded) - sum;
  const goods =
    refunding === 'amount'
      ? t.goodsOfNone
      : !choice.restock
        ? t.notOnShelf
        : item
          ? t.onShelf(choice.quantity.toLocaleString('en'), item.name)
          : t.allOnShelf;
  return [
    `${rough ? `${t.about} ` : ''}${said} ${how}`,
    goods,
    `${moneyText(Math.max(0, left), sale.currency)} ${t.leftAfter}`,
    t.receiptTells,
  ];
}

function Stepper({
  value,
  most,
  change,
}: {
  readonly value: number;
  readonly most: number;
  readonly change: (value: number) => void;
}): VNode {
  const keep = (next: number): void => change(Math.min(most, Math.max(0.001, next)));
  return (
    <div class="field">
      <span>{t.howMany}</span>
      <div class="row">
        <Button icon={Minus} label={t.fewer} onClick={() => keep(value - 1 > 0 ? value - 1 : value)} />
        <Input
          type="text"
          class="input till-quantity"
          inputMode="decimal"
          aria-label={t.howMany}
          value={String(value)}
          onText={(text) => keep(Number(text) || 0)}
        />
        <Button icon={Plus} label={t.more} onClick={() => keep(value + 1)} />
        <span class="small quiet">{t.ofMany(most)}</span>
      </div>
    </div>
  );
}

function Toggle({
  label,
  hint,
  on,
  change,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly on: boolean;
  readonly change: (on: boolean) => void;
}): VNode {
  return (
    <label class="switch-field">
      <span class="grow">
        <b>{label}</b>
        {hint && <small>{hint}</small>}
      </span>
      <input
        type="checkbox"
        role="switch"
        class="switch"
        checked={on}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    </label>
  );
}
