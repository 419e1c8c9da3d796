import { Search, UserCheck, UserMinus } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../kit/parts/icon.tsx';
import { answer, isForcible, type DoorAnswer } from '../scan/answer.ts';
import { Counts } from '../scan/counts.tsx';
import { TopBar } from '../scan/top-bar.tsx';
import { go } from '../state/place.ts';
import { door, isOnline } from '../state/signals.ts';
import { t } from '../texts.ts';
import { FewerDialog } from './fewer-dialog.tsx';
import { ForceDialog } from './force-dialog.tsx';
import { sayAnswer } from './say-answer.ts';
import { AnswerShape } from './shapes.tsx';
import './answer.css';

const MOVES_ON_AFTER_MS = 1_500;
/** Of several somebody may say that not all came; what is to be done with them is read and done. */
const LONGER_MOVES_ON_AFTER_MS = 4_000;

const next = (): void => void (answer.value = null);

/** What a ticket was told, over the whole screen. Whoever is let in makes room by themselves; a refusal stays until it was seen. */
export function AnswerPage({ told }: { readonly told: DoorAnswer }): VNode {
  const said = sayAnswer(told);
  const [dialog, open] = useState<'force' | 'fewer' | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const passes = told.result !== 'rejected';
  useEffect(() => {
    open(null);
    button.current?.focus({ preventScroll: true });
  }, [told]);
  useEffect(() => {
    if (!passes || dialog !== null) return;
    const isLong = told.persons > 1 || said.instruction !== null;
    const timer = setTimeout(next, isLong ? LONGER_MOVES_ON_AFTER_MS : MOVES_ON_AFTER_MS);
    return () => clearTimeout(timer);
  }, [told, dialog]);
  return (
    <main class={`answer ${said.look}`}>
      <TopBar menu={false} />
      <div class="answer-said" role="alert">
        <AnswerShape of={said.shape} />
        <h1>{said.title}</h1>
        {said.instruction !== null && <p class="answer-do">{said.instruction}</p>}
        {said.who !== null && <p class="answer-who">{said.who}</p>}
        {said.more !== null && <p class="answer-more">{said.more}</p>}
        {said.advice !== null && <p class="answer-advice">{said.advice}</p>}
        {told.isOffline && <p class="answer-small">{t.judgedHere}</p>}
      </div>
      <div class="scan-foot">
        {passes && <Counts />}
        <OtherActs told={told} force={() => open('force')} fewer={() => open('fewer')} />
        <button type="button" class="door-button white" ref={button} onClick={next}>
          {t.next}
        </button>
      </div>
      {dialog === 'force' && <ForceDialog told={told} close={() => open(null)} />}
      {dialog === 'fewer' && <FewerDialog told={told} close={() => open(null)} />}
    </main>
  );
}

type ActsProps = { readonly told: DoorAnswer; readonly force: () => void; readonly fewer: () => void };

function OtherActs({ told, force, fewer }: ActsProps): VNode | null {
  if (told.persons > 1 && isOnline.value && !told.isOffline)
    return (
      <button type="button" class="door-button" onClick={fewer}>
        <Icon of={UserMinus} />
        {t.fewerCame}
      </button>
    );
  if (told.result !== 'rejected') return null;
  if (isForcible(told)) return <ForceButton force={force} />;
  const find = (): void => {
    next();
    go({ at: 'find' });
  };
  return (
    <button type="button" class="door-button" onClick={find}>
      <Icon of={Search} />
      {t.findByName}
    </button>
  );
}

function ForceButton({ force }: { readonly force: () => void }): VNode {
  const isSupervisor = door.value?.device.role === 'supervisor';
  return (
    <>
      <button
        type="button"
        class="door-button"
        aria-disabled={isSupervisor ? undefined : 'true'}
        aria-describedby={isSupervisor ? undefined : 'only-supervisor'}
        onClick={isSupervisor ? force : undefined}
      >
        <Icon of={UserCheck} />
        {t.supervisorLetsIn}
      </button>
      {!isSupervisor && (
        <p class="answer-small" id="only-supervisor">
          {t.onlySupervisor}
        </p>
      )}
    </>
  );
}
