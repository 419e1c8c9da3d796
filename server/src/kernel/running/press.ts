/** A kind of document and what makes its bytes. What stands in it is plain values: it may be made in another thread. */
export type PrintKind<T> = { readonly name: string; readonly print: (what: T) => Promise<Buffer> };

/** Where documents are printed. */
export type Press = { readonly print: <T>(kind: PrintKind<T>, what: T) => Promise<Buffer> };

/** Prints in this very thread, which does nothing else meanwhile. */
export const pressHere: Press = Object.freeze({
  print: <T>(kind: PrintKind<T>, what: T) => kind.print(what),
});
