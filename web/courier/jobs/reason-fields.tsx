import type { ContactWay, FailureReason } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { t } from '../texts.ts';

type ReasonsProps<Reason extends string> = {
  readonly label: string;
  readonly reasons: readonly (readonly [value: Reason, words: string])[];
  readonly value: Reason;
  readonly onReason: (reason: Reason) => void;
};

/** Why, one of a few. */
export function Reasons<Reason extends string>({
  label,
  reasons,
  value,
  onReason,
}: ReasonsProps<Reason>): VNode {
  const name = useId();
  return (
    <fieldset class="reasons">
      <legend>{label}</legend>
      {reasons.map(([one, words]) => (
        <label key={one}>
          <input type="radio" name={name} checked={one === value} onChange={() => onReason(one)} />
          {words}
        </label>
      ))}
    </fieldset>
  );
}

/** Why a parcel could not be handed over, the commonest first. */
export function doorReasons(withCash: boolean): readonly (readonly [FailureReason, string])[] {
  return [
    ['recipient_not_home', t.notHome],
    ['recipient_unreachable', t.unreachable],
    ['recipient_refused', t.refusedParcel],
    ...(withCash ? [['cod_not_paid', t.notPaid] as const] : []),
    ['code_failed', t.noCode],
    ['wrong_address', t.wrongAddress],
    ['address_not_found', t.addressNotFound],
    ['package_damaged', t.damagedParcel],
    ['other', t.otherReason],
  ];
}

const WAYS: readonly ContactWay[] = ['call', 'whatsapp', 'sms', 'knock'];

type WaysProps = { readonly value: ContactWay | null; readonly onWay: (way: ContactWay | null) => void };

/** How the recipient was tried. */
export function Ways({ value, onWay }: WaysProps): VNode {
  const names = { call: t.wayCall, whatsapp: t.wayWhatsapp, sms: t.waySms, knock: t.wayKnock };
  return (
    <div class="ways" role="group" aria-label={t.howTried}>
      {WAYS.map((way) => (
        <button
          type="button"
          key={way}
          aria-pressed={value === way}
          onClick={() => onWay(value === way ? null : way)}
        >
          {names[way]}
        </button>
      ))}
    </div>
  );
}

type NoteFieldProps = { readonly value: string; readonly onText: (text: string) => void };

/** What else the shop should know. */
export function NoteField({ value, onText }: NoteFieldProps): VNode {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{t.noteLabel}</label>
      <textarea
        id={id}
        class="input"
        rows={2}
        maxLength={280}
        value={value}
        onInput={(event) => onText(event.currentTarget.value)}
      />
    </div>
  );
}

/** A note as a body has it: absent where nothing was written. */
export function noted(note: string): { readonly note?: string } {
  const words = note.trim();
  return words === '' ? {} : { note: words };
}
