import { arrayInBinary } from './array-in-binary.ts';
import { readTypeName, type ScalarName, type TypeName } from './types.ts';

/** A parameter in the form the driver sends. */
export function writeValue(value: unknown, type: TypeName): unknown {
  if (value === null || value === undefined) return null;
  const { scalar, array } = readTypeName(type);
  if (!array) return writeScalar(value, scalar);
  const elements = value as readonly unknown[];
  if (scalar !== 'numeric') return arrayInBinary(elements, scalar);
  return elements.map((element) => (element === null ? null : writeScalar(element, scalar)));
}

function writeScalar(value: unknown, scalar: ScalarName): unknown {
  if (scalar === 'timestamptz') return (value as Date).toISOString();
  if (scalar === 'jsonb') return JSON.stringify(value);
  if (scalar === 'int8' || scalar === 'numeric') return String(value);
  return value;
}
