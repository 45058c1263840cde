/**
 * Query parameters in Postgres' binary array format: header (dimensions, has nulls, element type, length, lower
 * bound), then length and bytes of each element. Spares both sides the quoting of JSON inside of array literals.
 */
const HEADER_BYTES = 20;
const typeIds = { int8: 20, int4: 23, text: 25, uuid: 2950 };

function array<T>(
  typeId: number,
  values: readonly (T | null)[],
  sizeOf: (value: T) => number,
  write: (buffer: Buffer, value: T, offset: number) => void,
): Buffer {
  const sizes = values.map((value) => (value === null ? -1 : sizeOf(value)));
  const total = sizes.reduce((sum, size) => sum + 4 + Math.max(0, size), HEADER_BYTES);
  const buffer = Buffer.allocUnsafe(total);
  const header = [1, sizes.includes(-1) ? 1 : 0, typeId, values.length, 1];
  header.forEach((field, index) => buffer.writeInt32BE(field, index * 4));
  let offset = HEADER_BYTES;
  values.forEach((value, index) => {
    const size = sizes[index] ?? -1;
    offset = buffer.writeInt32BE(size, offset);
    if (value === null) return;
    write(buffer, value, offset);
    offset += size;
  });
  return buffer;
}

export const textArray = (values: readonly (string | null)[]): Buffer =>
  array(
    typeIds.text,
    values,
    (value) => Buffer.byteLength(value),
    (buffer, value, offset) => buffer.write(value, offset),
  );

export const uuidArray = (values: readonly string[]): Buffer =>
  array(
    typeIds.uuid,
    values,
    () => 16,
    (buffer, value, offset) => buffer.write(value.replaceAll('-', ''), offset, 'hex'),
  );

export const int8Array = (values: readonly (bigint | null)[]): Buffer =>
  array(
    typeIds.int8,
    values,
    () => 8,
    (buffer, value, offset) => buffer.writeBigInt64BE(value, offset),
  );

export const int4Array = (values: readonly number[]): Buffer =>
  array(
    typeIds.int4,
    values,
    () => 4,
    (buffer, value, offset) => buffer.writeInt32BE(value, offset),
  );
