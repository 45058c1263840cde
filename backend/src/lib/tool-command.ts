/**
 * What somebody types to run a command-line tool where this process runs: `npm run NAME -- …` in a checkout,
 * `storyreel NAME …` in the image, which has no npm. The image and its executable say so by STORYREEL_TOOLS.
 * `scripts/lib/tool-command.mjs` says the same to the scripts.
 */
export function toolCommand(name: string, args = '', environment: NodeJS.ProcessEnv = process.env): string {
  const [start, separator] = environment.STORYREEL_TOOLS === 'storyreel' ? ['storyreel', ''] : ['npm run', '-- '];
  return `${start} ${name}${args === '' ? '' : ` ${separator}${args}`}`;
}

/** The first lines of a usage: each way to call a tool, and behind it what it does. */
export function waysToCall(name: string, ways: readonly (readonly [args: string, does: string])[]): string {
  const calls = ways.map(([args]) => toolCommand(name, args));
  const width = Math.max(...calls.map((call) => call.length));
  return ways
    .map(([, does], at) => `${at === 0 ? 'Usage:' : '      '} ${(calls[at] ?? '').padEnd(width)}   ${does}`.trimEnd())
    .join('\n');
}
