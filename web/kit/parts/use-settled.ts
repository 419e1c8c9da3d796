import { useEffect, useState } from 'preact/hooks';

/** A second tap of the same finger comes within so long. */
const SECOND_TAP_MS_MAX = 350;

/** False until a second tap of the finger that brought it here is over: nobody has read yet what stands under the finger now. */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SECOND_TAP_MS_MAX);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}
