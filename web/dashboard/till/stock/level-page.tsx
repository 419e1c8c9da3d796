import type { Call } from '@cottontree/client';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { Card } from '../../../kit/parts/card.tsx';
import { Loading, Problem } from '../../../kit/parts/states.tsx';
import { Table } from '../../../kit/parts/table.tsx';
import { Segmented } from '../../../kit/parts/tabs.tsx';
import { at } from '../../paths.ts';
import type { PageProps } from '../../place.ts';
import { Columns, Page } from '../../shell/page.tsx';
import { hrefOfThing } from '../../shell/things.ts';
import { Figure } from '../figure.tsx';
import { useNames } from '../names.ts';
import { tillTexts } from '../texts.ts';
import { AdjustForm } from './adjust-form.tsx';
import type { Level } from './level.ts';
import { movementColumns } from './movement-columns.tsx';
import { itemName, StockParts } from './stock-parts.tsx';
import { stockTexts as t } from './texts.ts';
import '../till.css';

/** One thing in stock: how many are where, a correction, and how it moved. */
export function LevelPage({ params }: PageProps): VNode {
  const { id = '' } = params;
  const names = useNames();
  const { query, route } = useLocation();
  const everywhere: Call<'listInventory'> = { query: { variant_id: id, limit: 100 } };
  const levels = useCall(client.listInventory, everywhere);
  const all = levels.answer?.data ?? [];
  const chosen =
    query['location'] ?? all[0]?.location_id ?? names.locations.find((one) => one.is_default)?.id ?? '';
  const alone: Call<'listInventory'> = { query: { variant_id: id, location_id: chosen, limit: 1 } };
  const here = useCall(client.listInventory, chosen === '' ? null : alone).answer?.data[0];
  const its: Call<'listStockMovements'> = { query: { variant_id: id, location_id: chosen, limit: 25 } };
  const moves = useCall(client.listStockMovements, chosen === '' ? null : its);
  const known = here ?? all[0];
  const crumbs = [[t.title, at('/till/stock')]] as const;
  if (!known)
    return (
      <Page title={t.title} crumbs={crumbs} bare>
        <StockParts />
        {levels.error ? <Problem error={levels.error} again={levels.again} /> : <Loading kind="detail" />}
      </Page>
    );
  return (
    <Page
      title={itemName(known)}
      crumbs={crumbs}
      lead={
        <a class="link" href={hrefOfThing('product', known.product_id)?.href ?? ''}>
          {known.sku ?? tillTexts.product}
        </a>
      }
    >
      {names.locations.length > 1 && (
        <div class="till-choices">
          <Segmented
            label={tillTexts.location}
            options={names.locations.map((one) => [one.id, one.name] as const)}
            value={chosen}
            onChange={(next) => route(at(`/till/stock/${id}?location=${next}`), true)}
          />
        </div>
      )}
      {here && (
        <Figure label={`${t.available}, ${names.location(here.location_id)}`} more={moreOf(here)}>
          {here.available.toLocaleString('en')}
        </Figure>
      )}
      <Columns
        main={
          <Card title={t.movements}>
            {(moves.answer?.data.length ?? 0) > 0 ? (
              <Table
                label={t.movements}
                bleed={false}
                rows={moves.answer?.data ?? []}
                keyOf={(movement) => movement.id}
                columns={movementColumns(names)}
              />
            ) : (
              <p class="quiet">{t.noMovements}</p>
            )}
          </Card>
        }
        side={here && may('inventory:write') ? <AdjustForm key={`${id} ${chosen}`} level={here} /> : null}
      />
    </Page>
  );
}

function moreOf({ on_hand, reserved, low_stock_threshold: low }: Level): string {
  return [
    `${t.onHand} ${on_hand.toLocaleString('en')}`,
    `${t.reserved} ${reserved.toLocaleString('en')}`,
    low === null ? '' : t.lowAt(low.toLocaleString('en')),
  ]
    .filter(Boolean)
    .join(', ');
}
