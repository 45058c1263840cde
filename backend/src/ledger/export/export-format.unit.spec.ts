import { Readable } from 'node:stream';
import { csvCell, csvCells } from './export-format';
import { readRecords } from './read-records';

describe('a cell of a CSV file', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', "'=1"])('is written as text: %j', (text) => {
    expect(csvCell(text)).toBe(`"'${text}"`);
  });

  it('leaves numbers as they are, negative ones too', () => {
    expect([-4, 0.5, 0].map(csvCell)).toEqual(['-4', '0.5', '0']);
    expect(csvCell(null)).toBe('');
  });

  it.each(['a "b", c', 'two\r\nlines', '=HYPERLINK("x")', "'", '', '\u202Egnp.exe', 'a,b'])('restores %j', (text) => {
    expect(csvCells(`1,${csvCell(text)},2\r\n`)).toEqual(['1', text, '2']);
  });
});

describe('the cells of a record', () => {
  it.each([
    [',abc,flux,1\r\n', ['', 'abc', 'flux', '1']],
    [',,a', ['', '', 'a']],
    ['"",a', ['', 'a']],
    ['a,,b\n', ['a', '', 'b']],
    ['a,b,\r\n', ['a', 'b', '']],
    [',', ['', '']],
    ['', ['']],
    ['\r\n', ['']],
    [',"a ""b"", c",d\r\n', ['', 'a "b", c', 'd']],
    ['"two\r\nlines",\r\n', ['two\r\nlines', '']],
  ])('of %j are all read, empty ones too', (text, cells) => {
    expect(csvCells(text)).toEqual(cells);
  });
});

describe('the records of a file', () => {
  const evenQuotes = (text: string) => (text.split('"').length - 1) % 2 === 0;
  const read = async (pieces: Buffer[], isWhole = evenQuotes) => {
    const found: [number, string][] = [];
    for await (const { line, text } of readRecords(Readable.from(pieces), isWhole)) found.push([line, text]);
    return found;
  };

  it('may span several lines, and arrive in chunks that cut a character', async () => {
    const bytes = Buffer.from('a,"é\nb"\nc\n');
    const cut = [bytes.subarray(0, 4), bytes.subarray(4, 5), bytes.subarray(5)];
    expect(await read(cut)).toEqual([
      [1, 'a,"é\nb"\n'],
      [3, 'c\n'],
    ]);
  });

  it('may lack the last line break, without losing the last record', async () => {
    expect(await read([Buffer.from('a\nb')])).toEqual([
      [1, 'a\n'],
      [2, 'b'],
    ]);
  });

  it('are refused as other bytes than UTF-8, and when they do not end', async () => {
    await expect(read([Buffer.from([0xff, 0x0a])])).rejects.toMatchObject({ name: 'TypeError' });
    await expect(read([Buffer.from('"'.concat('a'.repeat(1_100_000)))])).rejects.toThrow(RangeError);
  });
});
