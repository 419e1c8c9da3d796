type Numbers = { readonly before: string; readonly next: string };
type Described = {
  readonly name?: string;
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
};
export function withNumber<T extends Described>(described: T, numbers: Numbers): T;
export function lockWithNumber<
  T extends Described & { readonly packages: Readonly<Record<string, Described>> },
>(lock: T, numbers: Numbers): T;
export function releasedChangelog(
  text: string,
  release: { readonly next: string; readonly day: string },
): string | null;
