import type { Operation } from '@cottontree/contract';

/** What is made of an operation alone is the same for every server of a process, and made once: by the first that needs it. */
export function perOperation<T>(make: (operation: Operation) => T): (operation: Operation) => T {
  const made = new WeakMap<Operation, { readonly value: T }>();
  return (operation) => {
    const known = made.get(operation) ?? { value: make(operation) };
    made.set(operation, known);
    return known.value;
  };
}
