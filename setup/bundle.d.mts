/** Bundles a TypeScript program for Node with our own workspaces in it; with every other package as well where it is to be `whole`. */
export function bundle(entry: string, outfile: string, options?: { readonly whole?: boolean }): Promise<void>;
