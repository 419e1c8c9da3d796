/** One row of the errors table: the HTTP status, what it means, and whether waiting helps. */
export type ErrorEntry = {
  readonly status: number;
  readonly meaning: string;
  readonly retryAfter?: true;
};

export const entry = (status: number, meaning: string): ErrorEntry => ({ status, meaning });
export const waiting = (status: number, meaning: string): ErrorEntry => ({
  status,
  meaning,
  retryAfter: true,
});
