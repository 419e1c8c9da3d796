/** The operator's log: a message and its facts. */
export type Logger = {
  readonly debug: (facts: object, message: string) => void;
  readonly info: (facts: object, message: string) => void;
  readonly warn: (facts: object, message: string) => void;
  readonly error: (facts: object, message: string) => void;
};
