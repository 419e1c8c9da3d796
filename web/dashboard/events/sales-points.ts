export type SoldOrder = {
  readonly paid_at: string | null;
  readonly items: readonly { readonly quantity: number }[];
};
type Point = readonly [x: number, y: number];

/** Of the picture, in its own units. */
export const WIDTH = 300;
export const HEIGHT = 88;

/** Each sale is a step; what was sold stands as high as its part of all places. */
export function pointsOf(
  orders: readonly SoldOrder[],
  { from, to, room }: { readonly from: number; readonly to: number; readonly room: number },
): readonly Point[] {
  const sales = orders
    .flatMap(({ items, paid_at }) =>
      paid_at === null
        ? []
        : [{ at: Date.parse(paid_at), tickets: items.reduce((sum, { quantity }) => sum + quantity, 0) }],
    )
    .toSorted((one, other) => one.at - other.at);
  const most = Math.max(
    room,
    1,
    sales.reduce((sum, { tickets }) => sum + tickets, 0),
  );
  const xOf = (when: number): number =>
    to <= from ? 0 : (Math.min(Math.max(when - from, 0), to - from) / (to - from)) * WIDTH;
  const yOf = (sold: number): number => HEIGHT - (sold / most) * (HEIGHT - 2);
  let sold = 0;
  const steps = sales.map(({ at, tickets }): Point => {
    sold += tickets;
    return [xOf(at), yOf(sold)];
  });
  return [[0, yOf(0)], ...steps, [xOf(to), yOf(sold)]];
}
