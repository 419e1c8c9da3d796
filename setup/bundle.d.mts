/** Bundles a TypeScript program for Node with our own workspaces in it and every other package outside. */
export function bundle(entry: string, outfile: string): Promise<void>;
