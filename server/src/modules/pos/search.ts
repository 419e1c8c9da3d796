import type { SearchMatch } from '@cottontree/contract';
import { joined, type SearchQuestion, type SearchShare } from '../../kernel/call/search-share.ts';
import { maskPhone } from '../../kernel/phone/phone.ts';
import { foldText } from './catalogue/fold-text.ts';
import type { Pos } from './module.ts';
import { findProductsNamed, findSalesOf } from './search.queries.ts';

const SALE_WAYS: readonly SearchMatch[] = ['id', 'number', 'phone'];
const PRODUCT_WAYS: readonly SearchMatch[] = ['id', 'code', 'name'];

/** Sales and products that a text may mean. */
export async function searchPos({ store }: Pos, question: SearchQuestion): Promise<SearchShare> {
  if (!question.may('pos:read')) return { searched: [], results: [] };
  const runner = store.reads(question.tenant, 'point');
  const [sales, products] = await Promise.all([
    findSalesOf(runner, question),
    findProductsNamed(runner, question, foldText(question.text) || question.text),
  ]);
  return {
    searched: ['sale', 'product'],
    results: [
      ...sales.map((row) => ({
        kind: 'sale' as const,
        id: row.id,
        parent_id: null,
        title: row.receipt_number ?? row.number_text ?? row.id,
        subtitle: joined(row.customer_name, row.customer_phone && maskPhone(row.customer_phone)),
        status: row.status,
        matched: SALE_WAYS[row.way] ?? 'number',
      })),
      ...products.map((row) => ({
        kind: 'product' as const,
        id: row.id,
        parent_id: null,
        title: row.name,
        subtitle: row.code,
        status: row.is_active ? 'active' : 'inactive',
        matched: PRODUCT_WAYS[row.way] ?? 'name',
      })),
    ],
  };
}
