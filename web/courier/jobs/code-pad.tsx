import { Banknote, Delete } from 'lucide';
import type { DriverJob } from '@cottontree/contract';
import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { Icon } from '../../kit/parts/icon.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { buzzWrong } from '../offers/ring.ts';
import { useAct } from '../parts/use-act.ts';
import { checking, isOnline, outbox } from '../state/signals.ts';
import { settledSoon, take } from '../state/steps.ts';
import { refusalText } from '../me/entry-words.ts';
import type { Refused } from '../state/sending.ts';
import { t } from '../texts.ts';
import { cashToTake } from './stage.ts';
import { useCodeKeys } from './use-code-keys.ts';

type CodePadProps = {
  readonly job: DriverJob;
  readonly type: 'pickup' | 'delivery';
  /** What stands in the lower left corner when there is no code to be had. */
  readonly corner: string;
  readonly onCorner: () => void;
  /** isKnown: the server said yes; else it is written down, and checked later. */
  readonly onDone: (isKnown: boolean) => void;
};

const DIGITS = 6;

/** The six digits that the sender or the recipient tells. Our own pad: large, without a keyboard, and without a network. */
export function CodePad({ job, type, corner, onCorner, onDone }: CodePadProps): VNode {
  const { busy, fault, run } = useAct();
  const [wrong, setWrong] = useState<string | null>(null);
  const left = job.attempts_left[type];
  async function check(code: string): Promise<void> {
    setWrong(null);
    await run(async () => {
      const settled = await entered(job, bodyOf(job, type, code));
      if (settled?.status !== 'rejected') return onDone(settled !== null);
      buzzWrong();
      // It is told here, so it has not to be told again.
      await outbox.value?.markSeen(settled.client_id);
      setWrong(refusalText(settled.answer as Refused));
    });
  }
  const keys = useCodeKeys({
    digits: DIGITS,
    isOff: busy || left === 0,
    onWhole(code) {
      // Nobody says here whether it is right: it stands in the boxes until it was read back.
      if (isOnline.value) void check(code);
      return isOnline.value;
    },
  });
  const boxes = useRef<HTMLParagraphElement>(null);
  // On a short phone the keys would hide them, the more so when it is told that there is no network.
  useLayoutEffect(() => boxes.current?.scrollIntoView({ block: 'nearest' }), [keys.typed, isOnline.value]);
  // What comes next begins at its top.
  useLayoutEffect(() => () => scrollTo({ top: 0 }), []);
  return (
    <div class="code-pad" role="group" aria-label={t.code} aria-busy={busy}>
      <div class="code-head">
        <h2>{type === 'pickup' ? t.askPickupCode : t.askDeliveryCode}</h2>
        <p class="quiet">
          {type === 'pickup' ? t.whoHasPickup : t.whoHasDelivery(job.dropoff.contact_name ?? '')}{' '}
          {t.triesLeft(left)}
        </p>
      </div>
      <p ref={boxes} class="code-boxes" role="status" aria-label={t.codeTyped(keys.typed)}>
        {Array.from({ length: DIGITS }, (_, at) => (
          <span key={at} class={at === keys.typed.length ? 'at' : ''}>
            {keys.typed[at]}
          </span>
        ))}
      </p>
      <p class={wrong === null && fault === null ? 'code-say quiet' : 'code-say fault'} role="alert">
        {busy ? t.checking : (wrong ?? fault ?? (isOnline.value ? null : t.codeCheckedLater))}
      </p>
      <CodeNotes job={job} type={type} left={left} />
      <Keys keys={keys} corner={corner} onCorner={onCorner}>
        {!isOnline.value && keys.typed.length === DIGITS && (
          <Button
            kind="primary"
            class="main-act whole"
            busy={busy}
            onClick={() => void check(keys.takeAll())}
          >
            {t.writeDown}
          </Button>
        )}
      </Keys>
    </div>
  );
}

/** Keeps the code, and waits a moment for what the server says of it; null: it is checked later. */
async function entered(
  { job_number: jobNumber }: DriverJob,
  body: Parameters<typeof take>[1],
): ReturnType<typeof settledSoon> {
  checking.value = jobNumber;
  try {
    const [entry] = await take(jobNumber, body);
    return entry ? await settledSoon(entry) : null;
  } finally {
    checking.value = null;
  }
}

function bodyOf(job: DriverJob, type: CodePadProps['type'], code: string): Parameters<typeof take>[1] {
  const name = job.proof.recipient_name;
  return {
    kind: 'verify',
    type,
    code,
    ...(type === 'delivery' && name !== null ? { recipient_name: name } : {}),
    ...(type === 'delivery' && cashToTake(job) > 0 ? { cod_collected: { amount: cashToTake(job) } } : {}),
  };
}

type CodeNotesProps = { readonly job: DriverJob; readonly type: string; readonly left: number };

function CodeNotes({ job, type, left }: CodeNotesProps): VNode {
  return (
    <div class="code-notes">
      {left === 0 && <Note meaning="bad">{t.codeLocked}</Note>}
      {type === 'delivery' && cashToTake(job) > 0 && (
        <Note meaning="wait" icon={Banknote}>
          {t.youTook} <Money amount={job.cod_amount} currency={job.currency} />
        </Note>
      )}
    </div>
  );
}

type KeysProps = {
  readonly keys: ReturnType<typeof useCodeKeys>;
  readonly corner: string;
  readonly onCorner: () => void;
  readonly children: ComponentChildren;
};
const NUMBERS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

function Keys({ keys, corner, onCorner, children }: KeysProps): VNode {
  return (
    <div class="code-keys">
      {children}
      {NUMBERS.map((digit) => (
        <button type="button" key={digit} onClick={() => keys.press(digit)}>
          {digit}
        </button>
      ))}
      <button type="button" class="corner" onClick={onCorner}>
        {corner}
      </button>
      <button type="button" onClick={() => keys.press('0')}>
        0
      </button>
      <button type="button" aria-label={t.deleteDigit} onClick={keys.back}>
        <Icon of={Delete} size="l" />
      </button>
    </div>
  );
}
