import { Failure } from '../../kernel/call/failure.ts';

/** A form that cannot be taken as it is, with the sentence for whoever filled it in and the field at fault. */
export class Misread extends Failure {
  readonly field: string | null;

  constructor(sentence: string, field: string | null) {
    super('VALIDATION_ERROR', sentence);
    this.field = field;
  }
}
