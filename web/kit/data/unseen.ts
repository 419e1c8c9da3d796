import type { CottontreeError } from '@cottontree/client';
import { useEffect, useRef } from 'preact/hooks';
import { toastRefusal } from '../parts/toast.tsx';
import { common } from '../text/common.ts';
import { refusalText } from '../text/refusals.ts';

/** Tells a refusal where it has nowhere else to stand. */
type TellUnseen = (error: CottontreeError) => void;

/** For whoever presses something and may close its dialog, or leave its page, before the answer: what is refused by then is told over the page. A form that stays in the page when a dialog closes tells it itself. */
export function useUnseen(): (how?: { readonly standsInPage: boolean }) => TellUnseen {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return ({ standsInPage } = { standsInPage: false }) => {
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
    const what = (dialog ?? document).querySelector(dialog ? 'h2' : 'h1')?.textContent ?? document.title;
    return (error) => {
      const isClosed = dialog?.isConnected === false && !standsInPage;
      if (isGone.current || isClosed) toastRefusal(common.notDone(what, refusalText(error)));
    };
  };
}
