/** Bundles a TypeScript program for Node with our own workspaces in it; with every other package as well where it is to be `whole`. */
export function bundle(
  entry: string,
  outfile: string,
  options?: { readonly whole?: boolean; readonly startedAt?: Date },
): Promise<void>;

/** The server's program in a folder: what runs it, the program itself, and what prints in threads beside it. */
export function bundleServer(folder: string): Promise<void>;
