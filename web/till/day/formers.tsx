import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { UnsentFiles } from '../../tools/unsent-files.tsx';
import { faultOf } from '../data/api.ts';
import { former as t } from '../former-texts.ts';
import { formers, giveUp, type Former } from '../state/formers.ts';
import { go } from '../state/place.ts';
import { Entries } from './entries.tsx';

function nameOf({ of }: Former): string {
  return of?.name ?? t.someTill;
}

/** What it is about such a till, by what is gravest. */
function textOf(one: Former): string {
  const { unsent, toSee } = one.box.state.value;
  const name = nameOf(one);
  if (unsent > 0 && one.isOurs === false)
    return t.unsentElsewhere(name, one.of?.storeName ?? t.anotherShop, unsent);
  if (unsent > 0) return t.unsent(name, unsent);
  return toSee > 0 ? t.toSee(name, toSee) : t.lying(name, one.lying);
}

function isToTell({ box, lying }: Former): boolean {
  const { unsent, toSee } = box.state.value;
  return unsent + toSee + lying > 0;
}

/** Whether anything lies here of a till that this device was before. */
export function isFormerToTell(): boolean {
  return formers.value.some(isToTell);
}

/** Above the till: the first of those that it was before and that still have something here. */
export function FormerNotice(): VNode | null {
  const one = formers.value.find(isToTell);
  if (!one) return null;
  return (
    <div class="notices">
      <Note meaning="wait">
        {textOf(one)}{' '}
        <Button size="s" onClick={() => go({ at: 'unsent' })}>
          {t.look}
        </Button>
      </Note>
    </div>
  );
}

export function FormerParts(): VNode {
  return (
    <>
      {formers.value.filter(isToTell).map((one) => (
        <FormerPart key={one.id} one={one} />
      ))}
    </>
  );
}

function FormerPart({ one }: { readonly one: Former }): VNode {
  const [asking, setAsking] = useState(false);
  const { unsent, toSee } = one.box.state.value;
  const name = nameOf(one);
  return (
    <section class="former" aria-label={name}>
      <h3>{name}</h3>
      <Note meaning="wait">{textOf(one)}</Note>
      <Entries box={one.box} label={name} />
      {unsent > 0 && <UnsentFiles box={one.box} faultOf={faultOf} />}
      {unsent + toSee === 0 && <Button onClick={() => setAsking(true)}>{t.giveUp}</Button>}
      {asking && (
        <Confirm
          title={t.giveUpTitle(name)}
          consequences={[t.giveUp1, t.giveUp2]}
          keep={t.keep}
          go={t.giveUp}
          onGo={() => void giveUp(one.id)}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}
