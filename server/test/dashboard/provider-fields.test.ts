import { accountProviders } from '@cottontree/contract';
import { expect, test } from 'vitest';
import { providerFields } from '../../../web/dashboard/settings/providers/provider-fields.ts';
import { ACCOUNT_FORMS } from '../../src/modules/payments/providers/accounts/account-forms.ts';

test.each(accountProviders)('the page that connects %s asks for what the server takes', (provider) => {
  const { credentials, settings } = ACCOUNT_FORMS[provider];
  const names = (fields: readonly { readonly name: string }[]): string[] =>
    fields.map(({ name }) => name).toSorted();
  const shown = providerFields[provider];
  expect([...shown.credentials].toSorted()).toEqual(names(credentials));
  expect([...shown.settings].toSorted()).toEqual(names(settings));
  expect([...shown.required].toSorted()).toEqual(
    names([...credentials, ...settings].filter(({ required }) => required)),
  );
});
