import { csvOf } from './csv';

it('writes every field of every row, and neutralizes formulas', () => {
  const rows = [
    { at: '2026-11-01', user: { id: 'u', email: '=cmd()' }, zaps: -1.5, head: null },
    { at: '2026-11-02', user: { id: 'v', email: 'says "hi", twice' }, zaps: 2, detail: { runId: 'r' } },
  ];
  expect(csvOf(rows)).toBe(
    [
      '\u{feff}at,user.id,user.email,zaps,head,detail.runId',
      "2026-11-01,u,'=cmd(),-1.5,,",
      '2026-11-02,v,"says ""hi"", twice",2,,r',
      '',
    ].join('\r\n'),
  );
});
