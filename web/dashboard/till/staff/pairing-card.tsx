import type { Data, Operations } from '@cottontree/contract';
import { CircleCheck, QrCode, Unplug } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useAct, useCall } from '../../../kit/data/queries.ts';
import { momentText, spanText } from '../../../kit/format/time.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { Card } from '../../../kit/parts/card.tsx';
import { Confirm } from '../../../kit/parts/dialog.tsx';
import { Note } from '../../../kit/parts/note.tsx';
import { byId } from '../when.ts';
import { Qr } from '../../../kit/parts/qr.tsx';
import { staffTexts as t } from './texts.ts';
import type { Terminal } from './staff.ts';

type Code = Data<Operations['pairTerminal']>;
const LOOK_MS = 3_000;

/** Binds a device to a till: a code shown once, as a picture to scan and as digits; and ends it. */
export function PairingCard({ terminal }: { readonly terminal: Terminal }): VNode {
  const [code, setCode] = useState<Code | null>(null);
  const [unpairing, setUnpairing] = useState(false);
  const pair = useAct(client.pairTerminal);
  const pairing = useCall(client.getTerminalPairing, byId(terminal.id), code ? { everyMs: LOOK_MS } : {})
    .answer?.data;
  const isUsed = code !== null && pairing?.status === 'paired' && pairing.code_expires_at === null;
  const isPaired = pairing?.status === 'paired';
  async function get(): Promise<void> {
    const made = await pair.run({ params: { id: terminal.id } });
    setCode(made?.data ?? null);
  }
  return (
    <Card title={t.pairing}>
      <div class="stack">
        {isUsed ? (
          <Note meaning="good" icon={CircleCheck}>
            {t.nowPaired}
          </Note>
        ) : code ? (
          <ShownCode code={code} />
        ) : (
          <p class="quiet">
            {isPaired && pairing.paired_at !== null
              ? t.pairedSince(momentText(pairing.paired_at))
              : pairing?.status === 'waiting'
                ? t.waiting
                : t.notPaired}
          </p>
        )}
        {pair.error && (
          <p class="fault" role="alert">
            {pair.error.message}
          </p>
        )}
        <div class="row wrap">
          <Button
            kind={isPaired || code ? 'plain' : 'primary'}
            icon={QrCode}
            busy={pair.busy}
            onClick={() => void get()}
          >
            {isPaired ? t.newDevice : t.getCode}
          </Button>
          {isPaired && (
            <Button kind="danger" icon={Unplug} onClick={() => setUnpairing(true)}>
              {t.unpair}
            </Button>
          )}
        </div>
      </div>
      {unpairing && <Unpair terminal={terminal} onClose={() => setUnpairing(false)} />}
    </Card>
  );
}

function ShownCode({ code }: { readonly code: Code }): VNode {
  const left = useLeft(code.code_expires_at);
  const { pairing_code: digits } = code;
  const address = `${location.origin}/pos`;
  if (left <= 0) return <p class="fault">{t.codeOver}</p>;
  return (
    <div class="till-pairing">
      <Qr text={`${address}#pair=${digits}`} label={t.getCode} />
      <div class="stack">
        <p>{t.pairSteps}</p>
        <output class="till-digits">{`${digits.slice(0, 4)} ${digits.slice(4)}`}</output>
        <p class="mono">{address}</p>
        <p class="small quiet">
          {t.codeEnds(spanText(left))} {t.onceTold}
        </p>
      </div>
    </div>
  );
}

/** How long something still holds, looked at each second. */
function useLeft(until: string): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Date.parse(until) - now;
}

function Unpair({ terminal, onClose }: { readonly terminal: Terminal; readonly onClose: () => void }): VNode {
  const act = useAct(client.endTerminalPairing);
  return (
    <Confirm
      title={t.unpairTitle(terminal.name)}
      consequences={[t.unpair1, t.unpair2]}
      keep={t.keepPaired}
      go={t.unpair}
      busy={act.busy}
      fault={act.error?.message ?? null}
      onGo={async () => {
        if (await act.run({ params: { id: terminal.id } })) onClose();
      }}
      onClose={onClose}
    />
  );
}
