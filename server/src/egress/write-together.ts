import type { Socket } from 'node:net';

/** A request that goes out at the end of this turn of the event loop. */
type Ready = { readonly socket: Socket; readonly text: string };

let ready: Ready[] = [];

/**
 * Writes the requests of one turn one after the other, with nothing between them: a receiver that sleeps is woken by the
 * first and finds the rest, where each alone would wake it anew, which costs more than the writing (docs/performance.md has
 * the figures). `text` is one character a byte.
 */
export function writeTogether(socket: Socket, text: string): void {
  if (ready.length === 0) setImmediate(writeReady);
  ready.push({ socket, text });
}

function writeReady(): void {
  const now = ready;
  ready = [];
  for (const { socket, text } of now) if (!socket.destroyed) socket.write(text, 'latin1');
}
