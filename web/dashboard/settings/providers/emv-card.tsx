import { limits } from 'form:updatePaymentSettings';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useAct } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import type { FormState } from '../../../kit/form/use-form.ts';
import type { FormValues } from '../../../kit/form/values.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { TextField } from '../../../kit/parts/fields.tsx';
import { SettingCard } from '../setting-card.tsx';
import type { PaymentSettings } from './payment-settings.ts';
import { providerTexts as t } from './texts.ts';

const NAMES = ['template_id', 'guid', 'account_id', 'mcc', 'city', 'merchant_name'] as const;

const emvOf = ({ emv }: PaymentSettings): FormValues =>
  Object.fromEntries(NAMES.map((name) => [`emv.${name}`, String(emv?.[name] ?? '')]));

/** Whose account is paid into by those who scan an EMVCo code. */
export function EmvCard({ settings, etag }: { settings: PaymentSettings; etag: string | null }): VNode {
  const remove = useAct(client.updatePaymentSettings);
  const mayChange = may('payment_providers:write');
  return (
    <SettingCard
      title={t.emv}
      text={t.emvText}
      limits={limits}
      values={emvOf(settings)}
      etag={etag}
      scope="payment_providers:write"
      save={async (matching, _changes, form) =>
        emvOf((await client.updatePaymentSettings({ ...matching, body: whole(form) })).data)
      }
      fresh={async () => emvOf((await client.getPaymentSettings()).data)}
      end={
        mayChange &&
        settings.emv !== null && (
          <Button
            size="s"
            kind="danger"
            busy={remove.busy}
            onClick={() => void remove.run({ body: { emv: null } })}
          >
            {t.emvNone}
          </Button>
        )
      }
    >
      {(form) => (
        <>
          <div class="fields two">
            <TextField form={form} name="emv.guid" label={t.guid} mono />
            <TextField form={form} name="emv.account_id" label={t.account} mono />
            <TextField form={form} name="emv.template_id" label={t.template} inputmode="numeric" />
            <TextField form={form} name="emv.mcc" label={t.mcc} inputmode="numeric" />
            <TextField form={form} name="emv.merchant_name" label={t.merchant} />
            <TextField form={form} name="emv.city" label={t.city} />
          </div>
          {remove.error && (
            <p class="fault" role="alert">
              {remove.error.message}
            </p>
          )}
        </>
      )}
    </SettingCard>
  );
}

/** All of it goes at once: the account is one thing. */
function whole(form: FormState): never {
  return form.body() as never;
}
