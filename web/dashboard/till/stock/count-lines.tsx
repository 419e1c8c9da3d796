import type { Data, Operations } from '@cottontree/contract';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useAct, useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { useKeptOnDisk } from '../../../kit/form/kept-on-disk.ts';
import { useAddress } from '../../../kit/list/address.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { Input } from '../../../kit/parts/input.tsx';
import { Loading } from '../../../kit/parts/states.tsx';
import { Table } from '../../../kit/parts/table.tsx';
import { Views } from '../../../kit/parts/tabs.tsx';
import { common } from '../../../kit/text/common.ts';
import { tillTexts } from '../texts.ts';
import { itemName, signed } from './stock-parts.tsx';
import { stockTexts as t } from './texts.ts';

type Count = Data<Operations['getStockCount']>;
type Line = Data<Operations['listStockCountLines']>;
const VIEWS = ['all', 'uncounted', 'different', 'moved'] as const;
const LIMIT = 50;

/** What is counted, with a field beside each while the count is open. */
export function CountLines({ count }: { readonly count: Count }): VNode {
  const { query, hrefWith } = useAddress();
  const view = VIEWS.find((one) => one === query['show']) ?? 'all';
  const page = Number(query['page'] ?? 1);
  const narrowed = {
    uncounted: { counted: false },
    different: { different: true },
    moved: { moved: true },
    all: {},
  }[view];
  const listed = useCall(client.listStockCountLines, {
    params: { id: count.id },
    query: { ...narrowed, page, limit: LIMIT },
  });
  const [typed, setTyped] = useKeptOnDisk(`count/${count.id}`);
  const act = useAct(client.addStockCountLines);
  const isOpen = count.status === 'open' && may('inventory:write');
  const figures = Object.entries(typed).filter(([, text]) => text.trim() !== '');
  async function save(): Promise<void> {
    const items = figures.map(([variant_id, text]) => ({
      variant_id,
      counted: text.trim().replaceAll(',', ''),
    }));
    if (await act.run({ params: { id: count.id }, body: { items } })) setTyped({});
  }
  const names = { all: t.allLines, uncounted: t.notCounted, different: t.differ, moved: t.movedSince };
  const meta = listed.answer?.meta;
  return (
    <div class="till-count-lines">
      <Views
        label={t.counts}
        views={VIEWS.map((one) => ({
          name: names[one],
          href: hrefWith({ show: one === 'all' ? null : one, page: null }),
          on: view === one,
          ...(view === one ? { count: meta?.total } : {}),
        }))}
      />
      {!listed.answer ? (
        <Loading />
      ) : listed.answer.data.length === 0 ? (
        <p class="quiet">{t.nothingDiffers}</p>
      ) : (
        <Table
          label={t.counts}
          rows={listed.answer.data}
          keyOf={({ variant_id }) => variant_id}
          columns={columnsOf(
            isOpen ? { typed, set: (id, text) => setTyped({ ...typed, [id]: text }) } : null,
          )}
        />
      )}
      {meta && (meta.has_next_page || page > 1) && (
        <p class="row">
          {page > 1 && (
            <a class="link" href={hrefWith({ page: page === 2 ? null : String(page - 1) })}>
              {common.previous}
            </a>
          )}
          {meta.has_next_page && (
            <a class="link" href={hrefWith({ page: String(page + 1) })}>
              {common.next}
            </a>
          )}
        </p>
      )}
      {isOpen && figures.length > 0 && (
        <div class="sticky-acts row wrap">
          {act.error && (
            <span class="fault" role="alert">
              {act.error.message}
            </span>
          )}
          <span class="grow small faint">{common.unsaved}</span>
          <Button onClick={() => setTyped({})}>{common.discard}</Button>
          <Button kind="primary" busy={act.busy} onClick={() => void save()}>
            {t.saveFigures(figures.length)}
          </Button>
        </div>
      )}
    </div>
  );
}

type Typing = {
  readonly typed: Readonly<Record<string, string>>;
  readonly set: (variantId: string, text: string) => void;
};

function columnsOf(typing: Typing | null): Parameters<typeof Table<Line>>[0]['columns'] {
  const figure = (value: number | null): string => (value === null ? '' : value.toLocaleString('en'));
  return [
    {
      key: 'name',
      title: tillTexts.product,
      phone: 1,
      cell: (line) => (
        <>
          {itemName(line)}
          <small>{line.sku}</small>
        </>
      ),
    },
    {
      key: 'moved',
      title: '',
      phone: 4,
      cell: ({ expected_seq, seq }) => (expected_seq !== null && expected_seq !== seq ? t.movedSince : ''),
    },
    { key: 'should', title: t.should, right: true, cell: ({ expected }) => figure(expected) },
    {
      key: 'difference',
      title: t.difference,
      right: true,
      phone: 3,
      cell: ({ difference }) =>
        difference === null ? '' : <b class={difference === 0 ? '' : 'fault'}>{signed(difference)}</b>,
    },
    {
      key: 'found',
      title: t.found,
      right: true,
      phone: 2,
      cell: (line) =>
        typing ? (
          <Input
            type="text"
            class="input till-quantity"
            inputMode="decimal"
            aria-label={t.figureOf(itemName(line))}
            value={typing.typed[line.variant_id] ?? figure(line.counted)}
            onText={(text) => typing.set(line.variant_id, text)}
          />
        ) : (
          figure(line.counted)
        ),
    },
  ];
}
