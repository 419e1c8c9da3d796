/** A scanner in the hand types like a person, but faster than any, and ends with Enter or Tab. */
const KEY_GAP_MS_MAX = 35;
const CODE_CHARACTERS_MIN = 4;

type Keys = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/**
 * Calls with each code that a hand scanner types, wherever the focus is. Nothing is taken from whoever types: in a field, only what came as
 * fast as a scanner is, and is then put back as it was before. Answers what ends it.
 */
export function listenForScanner(onCode: (code: string) => void, keys: Keys = document): () => void {
  let code = '';
  let lastMs = Number.NEGATIVE_INFINITY;
  let before: { readonly field: Field; readonly value: string } | null = null;
  const hear = (event: Event): void => {
    const { key, timeStamp, ctrlKey, altKey, metaKey } = event as KeyboardEvent;
    if (ctrlKey || altKey || metaKey) return;
    const isFast = timeStamp - lastMs <= KEY_GAP_MS_MAX;
    lastMs = timeStamp;
    if ((key === 'Enter' || key === 'Tab') && isFast && code.length >= CODE_CHARACTERS_MIN) {
      event.preventDefault();
      event.stopImmediatePropagation();
      const scanned = code;
      code = '';
      if (before) setValue(before.field, before.value);
      onCode(scanned);
      return;
    }
    if ([...key].length !== 1) return void (key === 'Shift' || (code = ''));
    if (!isFast || code === '') {
      code = '';
      const field = fieldOf(event.target);
      before = field ? { field, value: field.value } : null;
    }
    code += key;
  };
  keys.addEventListener('keydown', hear, { capture: true });
  return () => keys.removeEventListener('keydown', hear, { capture: true });
}

type Field = HTMLInputElement | HTMLTextAreaElement;

function fieldOf(target: EventTarget | null): Field | null {
  return target !== null && 'selectionStart' in target ? (target as Field) : null;
}

function setValue(field: Field, value: string): void {
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
