import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { ALL } from '../when.ts';

/** What a category is called that is named by its id. */
export function CategoryName({ id }: { readonly id: string | null }): VNode {
  const all = useCall(client.listCategories, ALL).answer?.data ?? [];
  return <>{all.find((one) => one.id === id)?.name ?? ''}</>;
}
