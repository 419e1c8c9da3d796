import { compileShape, type Check } from './compile-shape.ts';
import { invalid } from '../call/failure.ts';
import { createProblems } from './shape-problems.ts';

/** Holds a value to the shape it was made for; refuses naming each field at fault. */
export type ShapeCheck = (value: unknown) => object;

/** Compiles a schema when it is first needed. `fromText` reads numbers and booleans out of text, as a query has them. */
export function shapeCheck(schema: object, fromText: boolean): ShapeCheck {
  let compiled: Check | null = null;
  return (value) => {
    const problems = createProblems();
    const meant = (compiled ??= compileShape(schema, fromText))(value, problems);
    if (problems.found.length > 0) throw invalid(...problems.found);
    return meant as object;
  };
}
