import type { ComponentChildren, RefObject, VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { X } from 'lucide';
import { common } from '../text/common.ts';
import { Button } from './button.tsx';
import './dialog.css';

type DialogProps = {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** What stands below the line, the main act last. */
  readonly acts?: ComponentChildren;
  /** It goes only by its own acts: what it shows is not shown again. */
  readonly holds?: boolean;
  readonly wide?: boolean;
};

/** Asks or shows something that comes before all else; holds the focus and gives it back. */
export function Dialog({ title, onClose, children, acts, holds = false, wide = false }: DialogProps): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // Who marks what they typed may let go of it outside.
  const pressedAt = useRef<EventTarget | null>(null);
  const id = useId();
  useModal(dialog);
  // What it shows next may take the place of what had the focus.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, [title]);
  return (
    <dialog
      ref={dialog}
      class={`dialog ${wide ? 'wide' : ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!holds) onClose();
      }}
      onPointerDown={(event) => {
        pressedAt.current = event.target;
      }}
      onClick={(event) => {
        const isOutside = event.target === dialog.current && pressedAt.current === dialog.current;
        if (isOutside && !holds) onClose();
      }}
    >
      <div class="dialog-frame">
        <header>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {!holds && <Button kind="ghost" icon={X} label={common.close} onClick={onClose} />}
        </header>
        <div class="dialog-body">{children}</div>
        {acts !== undefined && <footer>{acts}</footer>}
      </div>
    </dialog>
  );
}

/** Opens a dialog over the page, and gives the focus back when it goes. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    // It is gone without being closed, so the browser gives no focus back; who took it meanwhile keeps it.
    return () => {
      if (document.activeElement === document.body) focusBehind(opener);
    };
  }, []);
}

/** What opened a dialog; the title of the page where an address did, or where that is gone by now. */
function focusBehind(opener: Element | null): void {
  if (opener instanceof HTMLElement && opener !== document.body && opener.isConnected) {
    opener.focus();
    followFocus(opener);
  }
  if (document.activeElement === document.body) focusTitle();
}

/** What was done may take its opener away a moment later: all of a payment went back, and nothing is left to give back. */
function followFocus(opener: HTMLElement): void {
  const watch = new MutationObserver(() => {
    if (opener.isConnected) return;
    stop();
    if (document.activeElement === document.body) focusTitle();
  });
  const stop = (): void => {
    watch.disconnect();
    removeEventListener('focusin', stop);
  };
  watch.observe(document.body, { childList: true, subtree: true });
  addEventListener('focusin', stop);
}

function focusTitle(): void {
  const title = document.querySelector<HTMLElement>('h1:not(.hidden-text)');
  title?.setAttribute('tabindex', '-1');
  (title ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true });
}

type ConfirmProps = {
  /** Asks: "Cancel Freetown Jazz Night?" */
  readonly title: string;
  /** What follows, with counts and sums. */
  readonly consequences: readonly ComponentChildren[];
  /** The safe answer, first. */
  readonly keep: string;
  /** A verb. */
  readonly go: string;
  readonly onGo: () => Promise<unknown> | void;
  readonly onClose: () => void;
  /** Typed before it can be pressed; only where people lose tickets or money. */
  readonly word?: string;
  readonly busy?: boolean;
  readonly fault?: string | null;
  readonly children?: ComponentChildren;
};

/** Asks before something that cannot be undone, and says what follows. */
export function Confirm(props: ConfirmProps): VNode {
  const { title, consequences, keep, go, onGo, onClose, word, busy = false, fault, children } = props;
  const [typed, setTyped] = useState('');
  const ready = word === undefined || typed.trim().toUpperCase() === word.toUpperCase();
  const acts = [
    <Button onClick={onClose}>{keep}</Button>,
    <Button
      kind="danger"
      class="solid"
      busy={busy}
      off={!ready && common.writeToGoOn(word ?? '')}
      onClick={() => void onGo()}
    >
      {go}
    </Button>,
  ];
  return (
    <Dialog title={title} onClose={onClose} acts={acts}>
      <ul class="consequences">
        {consequences.map((one) => (
          <li>{one}</li>
        ))}
      </ul>
      {children}
      {word !== undefined && (
        <label class="field">
          <span>{common.writeToGoOn(word)}</span>
          <input
            class="input"
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
            autocomplete="off"
          />
        </label>
      )}
      {fault && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </Dialog>
  );
}
