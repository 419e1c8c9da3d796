import type { Data, Operations } from '@cottontree/contract';
import { limits } from 'form:updateInvoiceSettings';
import type { ComponentChildren, VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import type { FormState } from '../../../kit/form/use-form.ts';
import type { FormValues } from '../../../kit/form/values.ts';
import { Loading, NotAllowed, Problem } from '../../../kit/parts/states.tsx';
import { SettingCard } from '../setting-card.tsx';

export type InvoiceSettings = Data<Operations['getInvoiceSettings']>;

/** Some of the settings of invoices, on a card that saves itself. */
export function InvoiceCard(props: {
  readonly title: string;
  readonly values: (settings: InvoiceSettings) => FormValues;
  readonly children: (form: FormState) => ComponentChildren;
}): VNode {
  const { title, values, children } = props;
  const { answer, error, again } = useCall(client.getInvoiceSettings, may('invoices:read') ? {} : null);
  if (!may('invoices:read')) return <NotAllowed scope="invoices:read" />;
  if (!answer) return error ? <Problem error={error} again={again} /> : <Loading rows={3} />;
  return (
    <SettingCard
      title={title}
      limits={limits}
      values={values(answer.data)}
      etag={answer.etag}
      scope="merchant:write"
      save={async (matching, body) =>
        values((await client.updateInvoiceSettings({ ...matching, body })).data)
      }
      fresh={async () => values((await client.getInvoiceSettings()).data)}
    >
      {children}
    </SettingCard>
  );
}
