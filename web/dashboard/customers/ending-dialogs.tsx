import type { Customer } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { at } from '../paths.ts';
import type { LineOfTime } from './line-of-time.ts';
import { customersTexts as t } from './texts.ts';

type Props = { readonly customer: Customer; readonly close: () => void };

function nameOf({ name, phone, email }: Customer): string {
  return name ?? phone ?? email ?? t.nobody;
}

/** Forgets a customer for good, also in what was sold and billed to them. */
export function EraseDialog({ customer, line, close }: Props & { readonly line: LineOfTime }): VNode {
  const erase = useAct(client.eraseCustomer);
  return (
    <Confirm
      title={t.forgetTitle(nameOf(customer))}
      consequences={[
        t.forgetWho,
        t.forgetDocuments(line.totals.sale ?? 0, line.totals.invoice ?? 0),
        t.forgetPages,
        t.forgetStays,
      ]}
      keep={t.keep}
      go={t.forget}
      word={t.word}
      busy={erase.busy}
      fault={erase.error?.message ?? null}
      onClose={close}
      onGo={async () => {
        const answer = await erase.run({ params: { id: customer.id } });
        if (!answer) return;
        toast(t.wasForgotten(answer.data.documents));
        close();
      }}
    />
  );
}

/** Deletes a customer; documents keep what they copied. */
export function RemoveDialog({ customer, etag, close }: Props & { readonly etag: string | null }): VNode {
  const { route } = useLocation();
  const remove = useAct(client.deleteCustomer);
  return (
    <Confirm
      title={t.removeTitle(nameOf(customer))}
      consequences={[t.removeWhat, t.removeKeeps]}
      keep={t.keep}
      go={t.remove}
      busy={remove.busy}
      fault={remove.error?.message ?? null}
      onClose={close}
      onGo={async () => {
        const call = { params: { id: customer.id }, ...(etag === null ? {} : { ifMatch: etag }) };
        if (!(await remove.run(call))) return;
        toast(t.removed(nameOf(customer)));
        route(at('/customers'));
      }}
    />
  );
}
