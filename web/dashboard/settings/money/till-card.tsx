import type { Data, Operations } from '@cottontree/contract';
import { limits } from 'form:updatePosSettings';
import type { ComponentChildren, VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import type { FormState } from '../../../kit/form/use-form.ts';
import type { FormValues } from '../../../kit/form/values.ts';
import { Loading, NotAllowed, Problem } from '../../../kit/parts/states.tsx';
import { SettingCard } from '../setting-card.tsx';

export type TillSettings = Data<Operations['getPosSettings']>;

/** Some of the settings of the till, on a card that saves itself. */
export function TillCard(props: {
  readonly title: string;
  readonly values: (settings: TillSettings) => FormValues;
  readonly children: (form: FormState) => ComponentChildren;
}): VNode {
  const { title, values, children } = props;
  const { answer, error, again } = useCall(client.getPosSettings, may('pos:read') ? {} : null);
  if (!may('pos:read')) return <NotAllowed scope="pos:read" />;
  if (!answer) return error ? <Problem error={error} again={again} /> : <Loading rows={3} />;
  return (
    <SettingCard
      title={title}
      limits={limits}
      values={values(answer.data)}
      etag={answer.etag}
      scope="pos:admin"
      save={async (matching, body) => values((await client.updatePosSettings({ ...matching, body })).data)}
      fresh={async () => values((await client.getPosSettings()).data)}
    >
      {children}
    </SettingCard>
  );
}
