import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

type Options = {
  readonly digits: number;
  readonly isOff: boolean;
  /** With all digits: true where the code is taken, so that the boxes are empty again. */
  readonly onWhole: (code: string) => boolean;
};

/** Digits by touch or keyboard, until there are enough. */
export function useCodeKeys({ digits, isOff, onWhole }: Options) {
  const typed = useSignal('');
  const press = (digit: string): void => {
    if (isOff || typed.value.length >= digits) return;
    typed.value += digit;
    if (typed.value.length < digits) return;
    const code = typed.value;
    if (onWhole(code)) typed.value = '';
  };
  const back = (): void => void (typed.value = typed.value.slice(0, -1));
  useLayoutEffect(() => {
    const hear = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
      if (ctrlKey || metaKey || altKey || target instanceof HTMLInputElement) return;
      if (document.querySelector('dialog[open]')) return;
      if (/^\d$/.test(key)) press(key);
      if (key === 'Backspace') back();
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  });
  return {
    typed: typed.value,
    press,
    back,
    /** What was typed; the boxes are empty then. */
    takeAll(): string {
      const code = typed.value;
      typed.value = '';
      return code;
    },
  };
}
