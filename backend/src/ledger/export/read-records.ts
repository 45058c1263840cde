/** Maximum length of a record; no export writes a longer one. */
const MOST = 1_000_000;

export interface ReadRecord {
  /** Number of the record's first line, from 1. */
  line: number;
  text: string;
}

/**
 * Reads the records of a file with their line endings.
 * @param isWhole tells whether a text is a complete record or continues on the next line
 * @throws TypeError for invalid UTF-8, RangeError for a record that does not end within the maximum length
 */
export async function* readRecords(
  bytes: AsyncIterable<Buffer>,
  isWhole: (text: string) => boolean,
): AsyncGenerator<ReadRecord> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest = '';
  let record = '';
  let line = 1;
  let first = 1;
  const take = function* (text: string, atEnd: boolean): Generator<ReadRecord> {
    const lines = (rest + text).split(/(?<=\n)/);
    rest = atEnd || lines.at(-1)?.endsWith('\n') ? '' : (lines.pop() ?? '');
    for (const one of lines.filter((part) => part !== '')) {
      record += one;
      line += 1;
      if (!isWhole(record) && !atEnd) continue;
      yield { line: first, text: record };
      record = '';
      first = line;
    }
    if (record.length + rest.length > MOST) throw new RangeError(`The record in line ${first} has no end.`);
  };
  for await (const chunk of bytes) yield* take(decoder.decode(chunk, { stream: true }), false);
  yield* take(decoder.decode(), true);
  if (record !== '') yield { line: first, text: record };
}
