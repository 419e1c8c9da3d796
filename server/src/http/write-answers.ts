import type { FastifySerializerCompiler } from 'fastify';
import fastJsonStringify, { type Schema } from 'fast-json-stringify';

type Write = (answer: unknown) => string;

/** Answers are written by what their schema is compiled to, when the first of its kind is written. */
export const writeAnswers: FastifySerializerCompiler<object> = ({ schema }) => {
  let compiled: Write | null = null;
  return (answer) => (compiled ??= fastJsonStringify(schema as Schema))(answer);
};
