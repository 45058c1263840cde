/**
 * Returns the command line of a tool in this environment: `npm run NAME -- …` in a checkout, `storyreel NAME …` in the
 * image, which has no npm. The image and its executable set STORYREEL_TOOLS for this. `scripts/lib/tool-command.mjs`
 * does the same for the scripts.
 */
export function toolCommand(name: string, args = '', environment: NodeJS.ProcessEnv = process.env): string {
  const [start, separator] = environment.STORYREEL_TOOLS === 'storyreel' ? ['storyreel', ''] : ['npm run', '-- '];
  return `${start} ${name}${args === '' ? '' : ` ${separator}${args}`}`;
}

/** Formats the first lines of a usage text: each way to call a tool, with its description. */
export function waysToCall(name: string, ways: readonly (readonly [args: string, does: string])[]): string {
  const calls = ways.map(([args]) => toolCommand(name, args));
  const width = Math.max(...calls.map((call) => call.length));
  return ways
    .map(([, does], at) => `${at === 0 ? 'Usage:' : '      '} ${(calls[at] ?? '').padEnd(width)}   ${does}`.trimEnd())
    .join('\n');
}
