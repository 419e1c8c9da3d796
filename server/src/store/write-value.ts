import { arrayInBinary } from './array-in-binary.ts';
import { readTypeName, type ScalarName, type TypeName } from './types.ts';

/** A parameter in the form the driver sends. */
export function writeValue(value: unknown, type: TypeName): string | Buffer | null {
  if (value === null || value === undefined) return null;
  const { scalar, array } = readTypeName(type);
  if (!array) return writeScalar(value, scalar);
  const elements = value as readonly unknown[];
  if (scalar !== 'numeric') return arrayInBinary(elements, scalar);
  return `{${elements.map((element) => element ?? 'NULL').join(',')}}`;
}

function writeScalar(value: unknown, scalar: ScalarName): string | Buffer {
  if (scalar === 'timestamptz') return (value as Date).toISOString();
  if (scalar === 'jsonb') return JSON.stringify(value);
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return typeof value === 'string' ? value : String(value);
}
