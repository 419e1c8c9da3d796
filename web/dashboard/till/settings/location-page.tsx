import type { Data, Operations } from '@cottontree/contract';
import { limits } from 'form:createLocation';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import type { FormState } from '../../../kit/form/use-form.ts';
import type { FormValues } from '../../../kit/form/values.ts';
import { LongTextField, PhoneField, SwitchField, TextField } from '../../../kit/parts/fields.tsx';
import { at } from '../../paths.ts';
import type { PageProps } from '../../place.ts';
import { tillTexts } from '../texts.ts';
import { ThingPage, type Values } from '../thing-page.tsx';
import { LinesField, linesFrom } from './receipt-lines.tsx';
import { settingsTexts as t } from './texts.ts';
import '../till.css';

type Place = Data<Operations['getLocation']>;

/** One location, or a new one. */
export function LocationPage(props: PageProps): VNode {
  return (
    <ThingPage
      {...props}
      thing={{
        get: client.getLocation,
        create: client.createLocation,
        update: client.updateLocation,
        remove: client.deleteLocation,
        scope: 'pos:admin',
        readScope: 'pos:admin',
        crumbs: [[t.title, at('/till/settings')]],
        kind: t.location,
        newKind: t.newLocation,
        saveIt: t.saveLocation,
        removeIt: t.closeForGood,
        consequences: [t.close1, t.close2],
        stays: ({ is_default }) => is_default,
        limits,
        keep: 'location',
        valuesOf,
        useFields,
      }}
    />
  );
}

function valuesOf(known: Place | null): FormValues {
  return {
    name: known?.name ?? '',
    code: known?.code ?? '',
    address: known?.address ?? '',
    phone: known?.phone ?? '',
    receipt_lines: known?.receipt_lines.join('\n') ?? '',
    is_default: known?.is_default ?? false,
    is_active: known?.is_active ?? true,
  };
}

/** The lines of receipts are a list. */
function sentOf(values: Values): Values {
  return 'receipt_lines' in values
    ? { ...values, receipt_lines: linesFrom(values['receipt_lines']) }
    : values;
}

function useFields(form: FormState, known: Place | null) {
  const fields = (
    <>
      <div class="fields two">
        <TextField form={form} name="name" label={tillTexts.name} />
        <TextField form={form} name="code" label={t.code} hint={t.codeHint} mono />
      </div>
      <LongTextField form={form} name="address" label={t.address} rows={2} />
      <PhoneField form={form} name="phone" label={t.phone} />
      <LinesField form={form} name="receipt_lines" label={t.receiptLines} hint={t.receiptLinesHint} />
      {known?.is_default !== true && (
        <>
          <SwitchField form={form} name="is_default" label={t.isDefault} hint={t.isDefaultHint} />
          <SwitchField form={form} name="is_active" label={t.isActive} hint={t.isActiveHint} />
        </>
      )}
    </>
  );
  return { fields, sentOf };
}
