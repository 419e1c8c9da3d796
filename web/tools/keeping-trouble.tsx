import { render, type VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../kit/parts/button.tsx';
import { Mark } from '../kit/parts/mark.tsx';
import { keepingTrouble, type KeepingTrouble } from './open-kept.ts';
import { t } from './keeping-texts.ts';
import './keeping-trouble.css';

/** Says over the whole screen that nothing can be kept, for as long as it is so. */
export function showKeepingTrouble(): void {
  render(<Whole />, document.body.appendChild(document.createElement('div')));
}

function Whole(): VNode | null {
  const trouble = keepingTrouble.value;
  return trouble === null ? null : <Told trouble={trouble} />;
}

/** Closing the other window is all that is asked for where this one waits for it. */
function Told({ trouble }: { readonly trouble: KeepingTrouble }): VNode {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    box.current?.showModal();
  }, []);
  return (
    <dialog
      ref={box}
      class="keeping-trouble"
      role="alertdialog"
      aria-labelledby="keeping-title"
      aria-describedby="keeping-more"
      onCancel={(event) => event.preventDefault()}
    >
      <Mark size={44} />
      <h1 id="keeping-title">{t[trouble]}</h1>
      <p id="keeping-more">{t[`${trouble}_more`]}</p>
      {trouble !== 'waits' && (
        <Button kind="primary" size="big" onClick={() => location.reload()}>
          {t.load_again}
        </Button>
      )}
    </dialog>
  );
}
