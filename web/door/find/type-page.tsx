import { parseTicketCode } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { Input } from '../../kit/parts/input.tsx';
import { isJudging } from '../scan/answer.ts';
import { takeCode } from '../scan/take-code.ts';
import { SheetPage } from '../setup/sheet-page.tsx';
import { goHome } from '../state/place.ts';
import { t } from '../texts.ts';

const CHARACTERS = 10;
/** With blanks and dashes. */
const TYPED_CHARACTERS_MAX = 24;

/** The code that stands below the QR code, where that cannot be read. One wrong character is told before anybody is asked. */
export function TypePage(): VNode {
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState(false);
  useEffect(() => field.current?.querySelector('input')?.focus(), []);
  const count = typed.replaceAll(/[^0-9a-z]/gi, '').length;
  async function check(): Promise<void> {
    const code = parseTicketCode(typed);
    if (code === null) return setFault(true);
    await takeCode({ text: code, source: 'manual', force: null });
    goHome();
  }
  return (
    <SheetPage
      title={t.typeTitle}
      act={
        <Button
          kind="primary"
          size="big"
          wide
          busy={isJudging.value}
          off={count < CHARACTERS && t.typeLabel}
          onClick={() => void check()}
        >
          {t.typeGo}
        </Button>
      }
    >
      <form
        class="field"
        onSubmit={(event) => {
          event.preventDefault();
          if (count >= CHARACTERS) void check();
        }}
      >
        <label for={id}>{t.typeLabel}</label>
        <div ref={field}>
          <Input
            id={id}
            type="text"
            class={`input gate-code ${fault ? 'wrong' : ''}`}
            autocomplete="off"
            autocapitalize="characters"
            spellcheck={false}
            maxLength={TYPED_CHARACTERS_MAX}
            aria-describedby={`${id}-more`}
            aria-invalid={fault ? 'true' : undefined}
            value={typed}
            onText={(text) => {
              setFault(false);
              setTyped(text.toUpperCase());
            }}
          />
        </div>
        <small id={`${id}-more`} class={fault ? 'fault' : ''} role={fault ? 'alert' : undefined}>
          {fault ? t.typeWrong : t.typeHint}
        </small>
      </form>
    </SheetPage>
  );
}
