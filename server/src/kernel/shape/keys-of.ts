/** The keys of an object that has no others than its type says, as every frozen table of ours. */
export function keysOf<const T extends object>(table: T): (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[];
}
