/**
 * Formats a table: text columns are left-aligned, by default only the first; figures are right-aligned.
 * @param {string[]} head
 * @param {string[][]} rows
 * @param {string[]} words names of the text columns
 */
export function table(head, rows, words = head.slice(0, 1)) {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (/** @type {string[]} */ cells) =>
    widths
      .map((width, column) => {
        const cell = cells[column] ?? '';
        return words.includes(head[column] ?? '') ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd();
  return [line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}

/**
 * Formats a Markdown table in the same way.
 * @param {string[]} head
 * @param {string[][]} rows
 */
export function markdownTable(head, rows) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
