import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { CatalogueList } from './catalogue-list.tsx';
import { productsTexts as t } from './texts.ts';

/** Every one of them, in the order of the till. */
export function TaxRatesPage(): VNode {
  return (
    <CatalogueList
      operation={client.listTaxRates}
      path="/pos/tax-rates"
      pages="/till/products/tax-rates"
      title={t.taxRates}
      add={t.newTax}
      columns={[{ key: 'rate', title: t.rate, right: true, phone: 2, cell: ({ rate }) => `${rate} %` }]}
      none={[t.taxEmpty, t.taxText]}
      noneLike={t.noTaxLike}
    />
  );
}
