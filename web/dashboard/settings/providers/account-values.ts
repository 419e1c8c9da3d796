import type { AccountProvider, Data, Operations } from '@cottontree/contract';
import type { FormLimits } from '../../../kit/form/limits.ts';
import type { FormState } from '../../../kit/form/use-form.ts';
import type { FormValues } from '../../../kit/form/values.ts';
import { providerFields } from './provider-fields.ts';

export type ProviderAccount = Data<Operations['getProviderAccount']>;

/** The fields of a provider beside those that all have: what must be there is said before anything is sent. */
export function limitsFor(provider: AccountProvider, limits: FormLimits): FormLimits {
  const { required, credentials, settings } = providerFields[provider];
  const needed = (group: string, names: readonly string[]): FormLimits =>
    Object.fromEntries(
      names
        .filter((name) => required.includes(name))
        .map((name) => [`${group}.${name}`, { required: true as const }]),
    );
  return { ...limits, ...needed('credentials', credentials), ...needed('settings', settings) };
}

/** The empty fields of a provider, or its settings as they stand; credentials are never shown. */
export function accessOf(provider: AccountProvider, settings: Readonly<Record<string, string>>): FormValues {
  const fields = providerFields[provider];
  return {
    ...Object.fromEntries(fields.credentials.map((name) => [`credentials.${name}`, ''])),
    ...Object.fromEntries(fields.settings.map((name) => [`settings.${name}`, settings[name] ?? ''])),
  };
}

/** What is filled in of a group of fields. */
export function filledIn(form: FormState, group: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(form.values.value).flatMap(([path, value]) =>
      path.startsWith(`${group}.`) && typeof value === 'string' && value.trim() !== ''
        ? [[path.slice(group.length + 1), value.trim()]]
        : [],
    ),
  );
}
