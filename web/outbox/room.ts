/** What a browser says of the room it gives this site. */
export type Room = {
  /** Whether the browser promised not to clear it away when it is short of room. */
  readonly isKept: boolean;
  /** Whether an act may soon find no room. */
  readonly isShort: boolean;
};

const SHORT_BYTES = 10_000_000;

/** Asks for storage that lasts; some browsers ask the person, so it belongs to an act of theirs, as pairing is one. */
export async function askToKeep(storage: StorageManager | undefined): Promise<boolean> {
  return (await storage?.persist?.().catch(() => false)) ?? false;
}

export async function readRoom(storage: StorageManager | undefined): Promise<Room> {
  const [isKept, estimate] = await Promise.all([
    storage?.persisted?.().catch(() => false) ?? false,
    storage?.estimate?.().catch(() => null) ?? null,
  ]);
  const { quota, usage = 0 } = estimate ?? {};
  return { isKept, isShort: quota !== undefined && quota - usage < SHORT_BYTES };
}
