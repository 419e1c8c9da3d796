/** One thing that was looked at: fine, worth a look, or not as it must be. */
export type Finding = {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'bad';
  readonly message: string;
};
