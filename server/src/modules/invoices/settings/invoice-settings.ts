import {
  operations,
  type Currency,
  type Input,
  type InvoiceSettings,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { change, changesNothing, stays } from '../../../kernel/change/change.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { refuseReadOnly } from '../../../kernel/shape/read-only.ts';
import { readPhone } from '../../../kernel/phone/read-phone.ts';
import type { Runner } from '../../../store/index.ts';
import { readShare } from '../../../kernel/money/read-figures.ts';
import type { Settings } from '../../../kernel/call/context.ts';
import { composeFile, holdFiles, insertFile, readPhoto, type NewFile } from '../../files/index.ts';
import type { Invoices } from '../module.ts';
import {
  readInvoiceDefaults,
  writeInvoiceTerms,
  type InvoiceDefaults,
  type InvoiceTerms,
} from '../invoices/settings.queries.ts';
import type { KeptCompany } from '../invoices/kept-parts.ts';
import { dayOf } from '../invoices/calendar.ts';
import { isNumberTaken } from '../invoices/numbers.queries.ts';
import { numberingOn, patternProblem } from '../invoices/numbering.ts';
import { readLateFee } from '../invoices/read-lines.ts';
import { presentCompany, presentLateFee, presentRate, presentReminder } from '../invoices/present-parts.ts';

/** How the merchant's invoices are, for the mode of the key. */
export async function getInvoiceSettings(
  _input: object,
  { tenant, caller }: Call,
  module: Invoices,
): Promise<Reply<InvoiceSettings>> {
  const defaults = await readInvoiceDefaults(module.store.of(tenant), tenant);
  return reply(
    presentInvoiceSettings(defaults, { settings: module.settings, currency: caller.merchant.currency }),
    { version: String(defaults.version) },
  );
}

type Body = Input<Operations['updateInvoiceSettings']>['body'];

/** Changes how the merchant's invoices are from now on. */
export async function updateInvoiceSettings(
  { body }: Input<Operations['updateInvoiceSettings']>,
  call: Call,
  module: Invoices,
): Promise<Reply<InvoiceSettings>> {
  const currency = call.caller.merchant.currency;
  const view = { settings: module.settings, currency };
  const logo =
    typeof body.company?.logo === 'string'
      ? composeFile(
          module,
          await module.photos.encode(readPhoto(body.company.logo, 'company.logo'), 'company.logo'),
        )
      : null;
  const defaults = await module.store.transaction(call.tenant, async (tx) => {
    const settings = {
      key: { tenant: call.tenant, id: 'settings' },
      tooMany: 'requests change these settings',
      read: () => readInvoiceDefaults(tx, call.tenant),
      ifMatch: call.ifMatch,
      seen: ({ version }: InvoiceDefaults) => ({ version, what: 'The settings of invoices' }),
    };
    return change(settings, async (before) => {
      refuseReadOnly(operations.updateInvoiceSettings.readOnly, body, presentInvoiceSettings(before, view));
      const terms = readTerms(body, before, { call, currency, logo });
      if (changesNothing(terms, before.terms)) return before;
      await refusePatterns(tx, call, { before, terms });
      if (!(await writeInvoiceTerms(tx, call.tenant, { version: before.version, terms, at: call.now })))
        return undefined;
      if (logo) await keepLogo(tx, call, logo);
      return { ...before, version: before.version + 1, updatedAt: call.now, terms };
    });
  });
  return reply(presentInvoiceSettings(defaults, view), { version: String(defaults.version) });
}

type Wished = { readonly call: Call; readonly currency: Currency; readonly logo: NewFile | null };

function readTerms(body: Body, { terms: before }: InvoiceDefaults, wished: Wished): InvoiceTerms {
  const { default_tax_rate: rate, late_fee: lateFee } = body;
  return {
    company: readCompany(body.company, before.company, wished),
    number_pattern: stays(body.number_pattern, before.number_pattern),
    credit_number_pattern: stays(body.credit_note_number_pattern, before.credit_number_pattern),
    yearly_reset: stays(body.yearly_reset, before.yearly_reset),
    default_due_days: stays(body.default_due_days, before.default_due_days),
    default_tax_rate:
      rate === undefined
        ? before.default_tax_rate
        : rate === null
          ? null
          : readShare(rate, { path: 'default_tax_rate' }),
    default_tax_name: stays(body.default_tax_name, before.default_tax_name),
    tax_inclusive: stays(body.tax_inclusive, before.tax_inclusive),
    notes: stays(body.notes, before.notes),
    terms: stays(body.terms, before.terms),
    footer: stays(body.footer, before.footer),
    payment_instructions: stays(body.payment_instructions, before.payment_instructions),
    allow_partial_payment: stays(body.allow_partial_payment, before.allow_partial_payment),
    accepted_channels: stays<InvoiceTerms['accepted_channels']>(
      body.accepted_channels,
      before.accepted_channels,
    ),
    reminders: stays(body.reminders, before.reminders),
    late_fee:
      lateFee === undefined
        ? before.late_fee
        : lateFee && readLateFee(lateFee, { path: 'late_fee', currency: wished.currency }),
  };
}

function readCompany(input: Body['company'], before: KeptCompany, { call, logo }: Wished): KeptCompany {
  if (input === undefined) return before;
  const phone =
    typeof input.phone === 'string' ? readPhone(input.phone, { path: 'company.phone', call }) : input.phone;
  return {
    name: stays(input.name, before.name),
    address: stays(input.address, before.address),
    email: stays(input.email, before.email),
    phone: stays(phone, before.phone),
    tax_id: stays(input.tax_id, before.tax_id),
    logo_token: input.logo === undefined ? before.logo_token : (logo?.token ?? null),
  };
}

/** A pattern that would give a number again which another document has is refused before it stops somebody from finalising. */
async function refusePatterns(
  runner: Runner,
  { tenant, now }: Call,
  { before, terms }: { readonly before: InvoiceDefaults; readonly terms: InvoiceTerms },
): Promise<void> {
  const day = dayOf(now, before.timeZone);
  const { yearly_reset: yearlyReset } = terms;
  for (const [path, pattern, series] of [
    ['number_pattern', terms.number_pattern, 'invoice'],
    ['credit_note_number_pattern', terms.credit_number_pattern, 'credit_note'],
  ] as const) {
    const problem = patternProblem(pattern, yearlyReset);
    if (problem) throw invalid({ path, message: problem });
    const taken = await isNumberTaken(runner, tenant, {
      series,
      numbering: numberingOn({ pattern, yearlyReset, day }),
    });
    if (taken)
      throw invalid({ path, message: `would give the number ${taken} again; choose another pattern` });
  }
}

async function keepLogo(runner: Runner, { tenant }: Call, logo: NewFile): Promise<void> {
  const subject = `invoice-logo-${logo.id}`;
  await insertFile(runner, { tenant, subject }, logo);
  await holdFiles(runner, tenant, subject);
}

type SettingsView = { readonly settings: Pick<Settings, 'publicUrl'>; readonly currency: Currency };

/** How a merchant's invoices are, as the API answers it. */
function presentInvoiceSettings(
  { version, updatedAt, terms }: InvoiceDefaults,
  { settings, currency }: SettingsView,
): InvoiceSettings {
  return {
    version,
    company: presentCompany(terms.company, settings),
    number_pattern: terms.number_pattern,
    credit_note_number_pattern: terms.credit_number_pattern,
    yearly_reset: terms.yearly_reset,
    default_due_days: terms.default_due_days,
    default_tax_rate: terms.default_tax_rate === null ? null : presentRate(terms.default_tax_rate),
    default_tax_name: terms.default_tax_name,
    tax_inclusive: terms.tax_inclusive,
    notes: terms.notes,
    terms: terms.terms,
    footer: terms.footer,
    payment_instructions: terms.payment_instructions,
    allow_partial_payment: terms.allow_partial_payment,
    accepted_channels: terms.accepted_channels && [...terms.accepted_channels],
    reminders: terms.reminders.map(presentReminder),
    late_fee: terms.late_fee && presentLateFee(terms.late_fee, currency),
    updated_at: updatedAt?.toISOString() ?? null,
  };
}
