import { CircleAlert, CircleCheck } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button, ButtonLink } from '../../../kit/parts/button.tsx';
import { Note } from '../../../kit/parts/note.tsx';
import { Status } from '../../../kit/parts/status.tsx';
import { Table } from '../../../kit/parts/table.tsx';
import { at } from '../../paths.ts';
import { tillTexts } from '../texts.ts';
import type { Imported } from './product.ts';
import { productsTexts as t } from './texts.ts';

const SHOWN = 200;
const WEIGHT = { failed: 0, created: 1, updated: 2, unchanged: 3 } as const;

/** What the rows become, faults first, and the act that writes them; or what was written. */
export function ImportResult({
  result,
  write,
  again,
}: {
  readonly result: Imported;
  readonly write: (partial: boolean) => Promise<void>;
  readonly again: () => void;
}): VNode {
  const [partial, setPartial] = useState(false);
  const toWrite = result.created + result.updated + result.stock_moved;
  const rows = result.results.toSorted((a, b) => WEIGHT[a.action] - WEIGHT[b.action]).slice(0, SHOWN);
  return (
    <div class="stack">
      <Numbers result={result} />
      {result.categories.length > 0 && (
        <p class="small quiet">{t.newCategories(result.categories.map(({ name }) => name).join(', '))}</p>
      )}
      {!result.dry_run ? (
        <>
          <Note meaning="good" icon={CircleCheck}>
            {t.done(result.created, result.updated)}
          </Note>
          <div class="row wrap">
            <ButtonLink kind="primary" href={at('/till/products')}>
              {t.toProducts}
            </ButtonLink>
            <Button onClick={again}>{t.otherFile}</Button>
          </div>
        </>
      ) : (
        <>
          {result.failed > 0 && (
            <Note meaning="wait" icon={CircleAlert}>
              <p>{t.faultsFirst}</p>
              <label class="row">
                <input
                  type="checkbox"
                  class="check"
                  checked={partial}
                  onChange={(event) => setPartial(event.currentTarget.checked)}
                />
                {t.partial}
              </label>
            </Note>
          )}
          <div class="row wrap">
            <Button
              kind="primary"
              off={toWrite === 0 ? t.nothingToWrite : result.failed > 0 && !partial && t.faultsFirst}
              onClick={() => void write(partial)}
            >
              {t.write(result.rows - result.failed - result.unchanged || toWrite)}
            </Button>
            <Button onClick={again}>{t.otherFile}</Button>
            {toWrite === 0 && result.failed === 0 && <span class="small quiet">{t.nothingToWrite}</span>}
          </div>
        </>
      )}
      <Table
        label={t.becomes}
        rows={rows}
        keyOf={({ row }) => String(row)}
        columns={[
          { key: 'row', title: t.row, phone: 2, cell: ({ row }) => row },
          { key: 'name', title: tillTexts.product, phone: 1, cell: ({ name }) => name ?? '' },
          { key: 'action', title: t.becomes, phone: 3, cell: (one) => <Becomes one={one} /> },
          {
            key: 'wrong',
            title: t.wrong,
            phone: 4,
            cell: ({ errors }) =>
              errors.map(({ column, message }) => (
                <span class="till-more fault">
                  {column && <b>{column}: </b>}
                  {message}
                </span>
              )),
          },
        ]}
      />
      {result.results.length > SHOWN && <p class="small faint">{t.shown(SHOWN, result.results.length)}</p>}
    </div>
  );
}

function Numbers({ result }: { readonly result: Imported }): VNode {
  return (
    <dl class="till-numbers">
      {(
        [
          [t.created, result.created],
          [t.updated, result.updated],
          [t.unchanged, result.unchanged],
          [t.stockMoved, result.stock_moved],
          [t.failed, result.failed],
        ] as const
      ).map(([name, count]) => (
        <div>
          <dt>{name}</dt>
          <dd>{count.toLocaleString('en')}</dd>
        </div>
      ))}
    </dl>
  );
}

function Becomes({ one }: { readonly one: Imported['results'][number] }): VNode {
  const { action, stock } = one;
  return (
    <>
      {action === 'failed' ? <Status of="import_row" status="failed" /> : t[action]}
      {stock && (
        <small>{t.stockFromTo(stock.before.toLocaleString('en'), stock.after.toLocaleString('en'))}</small>
      )}
    </>
  );
}
