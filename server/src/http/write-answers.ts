import type { FastifySerializerCompiler } from 'fastify';
import fastJsonStringify, { type Schema } from 'fast-json-stringify';

type Write = (answer: unknown) => string;

/** What tells the forms of an answer apart is compiled as it comes: to shorten it first took as long again. */
const PLAIN = { ajv: { code: { optimize: false } } };
const writers = new WeakMap<object, Write>();

/** Answers are written by what their schema is compiled to, when the first of its kind is written: once in a process. */
export const writeAnswers: FastifySerializerCompiler<object> =
  ({ schema }) =>
  (answer) => {
    const write = writers.get(schema) ?? fastJsonStringify(schema as Schema, PLAIN);
    writers.set(schema, write);
    return write(answer);
  };
