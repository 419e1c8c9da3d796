import type { ComponentChildren, VNode } from 'preact';
import { may } from '../../kit/data/session.ts';
import type { FormLimits } from '../../kit/form/limits.ts';
import { useForm, type FormState } from '../../kit/form/use-form.ts';
import { useFresh } from '../../kit/form/use-fresh.ts';
import type { FieldOf, FormValues } from '../../kit/form/values.ts';
import { Card } from '../../kit/parts/card.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { common } from '../../kit/text/common.ts';
import { asBody, ThingForm, type Matching } from '../../kit/form/thing-form.tsx';
import { settingsTexts as t } from './texts.ts';

type SettingCardProps = {
  readonly title: string;
  /** Below the title: what it is about. */
  readonly text?: string;
  readonly limits: FormLimits;
  /** Where its fields are not those of the API. */
  readonly fieldOf?: FieldOf;
  readonly values: FormValues;
  readonly etag: string | null;
  /** The right that changing it takes. */
  readonly scope: string;
  /** Sends what changed; answers the fields as they stand then. */
  readonly save: (matching: Matching, changes: never, form: FormState) => Promise<FormValues>;
  /** What stands there by now, where somebody else was faster. */
  readonly fresh: () => Promise<FormValues>;
  readonly end?: ComponentChildren;
  readonly children: (form: FormState) => ComponentChildren;
};

/** One subject of the settings, which saves itself; whoever may not change it reads it. */
export function SettingCard(props: SettingCardProps): VNode {
  const { title, text, limits, fieldOf, values, etag, scope, save, fresh, end, children } = props;
  const form = useForm({ limits, initial: values, ...(fieldOf && { fieldOf }) });
  useFresh(form, etag);
  return (
    <Card title={title} {...(end === undefined ? {} : { end })}>
      {text !== undefined && <p class="quiet small setting-text">{text}</p>}
      {may(scope) ? (
        <ThingForm
          form={form}
          label={title}
          save={common.save}
          etag={etag}
          onSave={async (matching) => {
            form.reset(await save(matching, asBody(form.changes()), form));
            toast(t.saved);
          }}
          fresh={fresh}
        >
          {children(form)}
        </ThingForm>
      ) : (
        <fieldset class="choices" disabled>
          <legend class="small quiet">{t.readOnly(scope)}</legend>
          {children(form)}
        </fieldset>
      )}
    </Card>
  );
}
