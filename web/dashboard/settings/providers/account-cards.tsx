import { limits } from 'form:updateProviderAccount';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { may } from '../../../kit/data/session.ts';
import type { FormState } from '../../../kit/form/use-form.ts';
import type { FormValues } from '../../../kit/form/values.ts';
import { ChoicesField, SelectField, TextField } from '../../../kit/parts/fields.tsx';
import { channelText } from '../../payments/words.ts';
import { SettingCard } from '../setting-card.tsx';
import { AccessFields } from './access-fields.tsx';
import { accessOf, filledIn, type ProviderAccount } from './account-values.ts';
import { providerFields } from './provider-fields.ts';
import { providerTexts as t } from './texts.ts';

type CardProps = { readonly account: ProviderAccount; readonly etag: string | null };
type AccountCardProps = CardProps & {
  readonly title: string;
  readonly text?: string;
  readonly scope?: string;
  readonly values: (account: ProviderAccount) => FormValues;
  readonly bodyOf: (changes: never, form: FormState) => object;
  readonly children: (form: FormState) => VNode;
};

/** Some of what an account is, saved by itself. */
function AccountCard(props: AccountCardProps): VNode {
  const { account, values, bodyOf, scope = 'payment_providers:write', children, ...card } = props;
  const params = { providerAccountId: account.id };
  return (
    <SettingCard
      {...card}
      limits={limits}
      values={values(account)}
      scope={scope}
      save={async (matching, changes, form) => {
        const body = bodyOf(changes, form) as never;
        return values((await client.updateProviderAccount({ params, ...matching, body })).data);
      }}
      fresh={async () => values((await client.getProviderAccount({ params })).data)}
    >
      {children}
    </SettingCard>
  );
}

const useOf = ({ name, channels, priority }: ProviderAccount): FormValues => ({
  name: name ?? '',
  channels,
  priority: String(priority),
});

/** What payments go through it, and when. */
export function UseCard(props: CardProps): VNode {
  return (
    <AccountCard {...props} title={t.channels} values={useOf} bodyOf={(changes) => changes}>
      {(form) => (
        <>
          <TextField form={form} name="name" label={t.name} hint={t.nameHint} />
          <ChoicesField
            form={form}
            name="channels"
            label={t.channels}
            options={providerFields[props.account.provider].channels.map(
              (one) => [one, channelText(one)] as const,
            )}
          />
          <TextField
            form={form}
            name="priority"
            label={t.priority}
            hint={t.priorityHint}
            inputmode="numeric"
          />
        </>
      )}
    </AccountCard>
  );
}

/** Its address and credentials: what is left empty of these stays. */
export function AccessCard(props: CardProps): VNode {
  const { provider, credentials } = props.account;
  return (
    <AccountCard
      {...props}
      title={t.access}
      text={t.accessHint}
      values={({ settings }) => accessOf(provider, settings)}
      bodyOf={(_changes, form) => {
        const written = filledIn(form, 'credentials');
        return {
          settings: filledIn(form, 'settings'),
          ...(Object.keys(written).length === 0 ? {} : { credentials: written }),
        };
      }}
    >
      {(form) => <AccessFields form={form} provider={provider} kept={credentials} />}
    </AccountCard>
  );
}

const FIELDS = ['type', 'provider_id', 'phone', 'account_number'] as const;
const payoutOf = ({ payout_destination: to }: ProviderAccount): FormValues =>
  Object.fromEntries(FIELDS.map((name) => [`payout_destination.${name}`, to?.[name] ?? '']));

/** Where money goes that is paid out; it takes a right of its own. */
export function PayoutCard(props: CardProps): VNode {
  const own = 'payout_destinations:write';
  const scope = may('payouts:write') && may('payment_providers:write') ? 'payouts:write' : own;
  return (
    <AccountCard
      {...props}
      title={t.payout}
      text={t.payoutText}
      scope={scope}
      values={payoutOf}
      bodyOf={(_changes, form) => {
        const to = filledIn(form, 'payout_destination');
        return { payout_destination: to['type'] === undefined ? null : to };
      }}
    >
      {(form) => {
        const type = form.text('payout_destination.type');
        return (
          <>
            <SelectField
              form={form}
              name="payout_destination.type"
              label={t.payoutType}
              none={t.nowhere}
              options={[
                ['mobile_money', t.mobileMoney],
                ['bank', t.bank],
              ]}
            />
            {type !== '' && (
              <div class="fields two">
                <TextField form={form} name="payout_destination.provider_id" label={t.payoutProvider} mono />
                {type === 'bank' ? (
                  <TextField form={form} name="payout_destination.account_number" label={t.accountNumber} />
                ) : (
                  <TextField form={form} name="payout_destination.phone" label={t.phone} inputmode="tel" />
                )}
              </div>
            )}
          </>
        );
      }}
    </AccountCard>
  );
}
